/// "What is my BMI?"
enum BodyMassIndex {
  static func text(_ dialogue: inout Dialogue) -> String {
    let facts = dialogue.facts
    if let age = facts.age, age < 18 {
      dialogue.drop()
      return "Below 18 the index is read by age and growth: a paediatrician can do that with you."
    }
    guard let height = facts.heightCentimetres else { return dialogue.ask(.height, for: .bodyMassIndex) }
    guard let weight = facts.weightKilograms else { return dialogue.ask(.weight, for: .bodyMassIndex) }
    dialogue.drop()
    let index = ((weight / (height * height / 10_000)) * 10).rounded() / 10
    return
      "With \(Say.number(height)) cm and \(Say.number(weight)) kg your body mass index is \(index). 18.5 to 24.9 goes "
      + "with the least risk for most adults, but it sees neither muscle nor where fat sits. (Source: WHO, Obesity and "
      + "overweight, 2024.)"
  }
}
