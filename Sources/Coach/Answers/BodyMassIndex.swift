import HealthModels

/// The answer to "What is my BMI?" and "How much should I weigh?".
enum BodyMassIndex {
  /// kg/m² (WHO).
  static let healthy = 18.5...24.9
  static let source = "WHO, Obesity and overweight, 2024"

  static func text(_ dialogue: inout Dialogue) -> String {
    let facts = dialogue.facts
    if let age = facts.body.age, age < 18 {
      dialogue.drop()
      return "Below 18 the index is read by age and growth: a paediatrician can do that with you."
    }
    guard let height = facts.body.heightCentimetres else { return dialogue.ask(.height, for: .bodyMassIndex) }
    dialogue.sources = [source]
    guard let weight = facts.body.weightKilograms else {
      guard dialogue.utterance.has("weigh", "weight") else { return dialogue.ask(.weight, for: .bodyMassIndex) }
      dialogue.drop()
      return "A body mass index of \(range(height))"
    }
    dialogue.drop()
    let index = (weight / square(height) * 10).rounded() / 10
    return
      "With \(TextFormat.number(height)) cm and \(TextFormat.number(weight)) kg your body mass index is \(index). \(range(height))"
  }

  private static func range(_ height: Double) -> String {
    let least = TextFormat.number((healthy.lowerBound * square(height)).rounded())
    let most = TextFormat.number((healthy.upperBound * square(height)).rounded())
    return "18.5 to 24.9 goes with the least risk for most adults, but it sees neither muscle nor where fat sits. For "
      + "\(TextFormat.number(height)) cm that is \(least) to \(most) kg."
  }

  /// Returns the square of a height in centimetres, in square metres.
  private static func square(_ height: Double) -> Double { height * height / 10_000 }
}
