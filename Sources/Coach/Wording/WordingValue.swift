import HealthModels
import TextModels

/// A value of a placeholder of `wording.tsv`.
protocol WordingValue {
  /// - Parameter form: the part of the placeholder after its colon; may be empty.
  func text(_ form: String) -> String
}

/// The forms `lower`, `capital` (at its start), and `inner` (no capital at its start); any other form is the start of a
/// key that ends with the text.
extension String: WordingValue {
  func text(_ form: String) -> String {
    switch form {
    case "lower": lowercased()
    case "capital": capitalised
    case "inner": lowercasedFirst
    case "": self
    default: Wording.text("\(form).\(self)")
    }
  }
}

/// The forms `kcal` and `g`.
extension Double: WordingValue {
  func text(_ form: String) -> String {
    switch form {
    case "kcal": TextFormat.number(rounded()) + " kcal"
    case "g": TextFormat.number(self) + " g"
    default: TextFormat.number(self)
    }
  }
}

/// The form is a noun that is counted: `{days:day}` is "1 day" or "3 days".
extension Int: WordingValue {
  func text(_ form: String) -> String { form.isEmpty ? String(self) : "\(self) \(form)\(self == 1 ? "" : "s")" }
}

/// The form is the conjunction of the list.
extension [String]: WordingValue {
  func text(_ form: String) -> String { TextFormat.list(self, form.isEmpty ? "and" : form) }
}

/// The form is the name of a nutrient, or the key of a text with nutrients `n`.
extension Nutrients: WordingValue {
  func text(_ form: String) -> String {
    guard let nutrient = Nutrient(rawValue: form) else { return Wording.text(form, ["n": self]) }
    return nutrient.value(self).text(nutrient == .energy ? "kcal" : "g")
  }
}
