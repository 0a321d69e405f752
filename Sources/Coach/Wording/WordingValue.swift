import HealthModels
import TextModels

/// The forms `lower`, `capital` and `inner` (of the first letter); any other is the start of a key that the text ends.
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

/// The form is the name of a nutrient, or the key of a text with nutrients `n`.
extension Nutrients: WordingValue {
  func text(_ form: String) -> String {
    guard let nutrient = Nutrient(rawValue: form) else { return Wording.text(form, ["n": self]) }
    return nutrient.value(self).text(nutrient == .energy ? "kcal" : "g")
  }
}
