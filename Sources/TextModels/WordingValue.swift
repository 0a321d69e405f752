/// A value of a placeholder of a text, as in `{energy:kcal}`.
package protocol WordingValue {
  /// Returns the text of the value.
  /// - Parameter form: the part of the placeholder after its colon; may be empty.
  func text(_ form: String) -> String
}

/// The forms `kcal`, `g` and `kg`.
extension Double: WordingValue {
  /// Returns the text in a form.
  package func text(_ form: String) -> String {
    switch form {
    case "kcal": TextFormat.number(rounded()) + " kcal"
    case "g", "kg": TextFormat.number(self) + " " + form
    default: TextFormat.number(self)
    }
  }
}

/// The form is a noun that is counted: `{days:day}` is "1 day" or "3 days".
extension Int: WordingValue {
  /// Returns the text in a form.
  package func text(_ form: String) -> String { form.isEmpty ? String(self) : "\(self) \(form)\(self == 1 ? "" : "s")" }
}

/// The form is the conjunction of the list.
extension [String]: WordingValue {
  /// Returns the text in a form.
  package func text(_ form: String) -> String { TextFormat.list(self, form.isEmpty ? "and" : form) }
}
