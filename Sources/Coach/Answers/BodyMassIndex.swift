import HealthModels

/// The answer to "What is my BMI?" and "How much should I weigh?".
enum BodyMassIndex {
  /// kg/m² (WHO).
  static let healthy = 18.5...24.9
  static let source = "WHO, Obesity and overweight, 2024"

  /// Returns the weight in kg at an index; the height is in cm.
  static func weight(at index: Double, height: Double) -> Double { index * height * height / 10_000 }

  static func text(_ dialogue: inout Dialogue) -> String {
    let facts = dialogue.facts
    if facts.isMinor { return dialogue.refuse("bmi.minor") }
    guard let height = facts.body.heightCentimetres else { return dialogue.ask(.height, for: .bodyMassIndex) }
    dialogue.sources = [source]
    let range = Wording.text(
      "bmi.range",
      [
        "height": height, "least": weight(at: healthy.lowerBound, height: height).rounded(),
        "most": weight(at: healthy.upperBound, height: height).rounded(),
      ])
    guard let weight = facts.body.weightKilograms else {
      guard dialogue.utterance.has("weigh", "weight") else { return dialogue.ask(.weight, for: .bodyMassIndex) }
      dialogue.drop()
      return Wording.text("bmi.unweighed", ["range": range])
    }
    dialogue.drop()
    let index = (weight / self.weight(at: 1, height: height) * 10).rounded() / 10
    return Wording.join(
      Wording.text("bmi.index", ["height": height, "weight": weight, "index": String(index)]), range)
  }
}
