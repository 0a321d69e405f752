import HealthModels
import TextModels

extension Facts {
  /// Returns the danger of losing weight under 18 or below a body mass index of 18.5.
  /// - Parameter weights: weights of the message, in kg.
  func warning(weights: [Double]) -> SafetyFinding.Category? {
    if isMinor { return .minor }
    guard let height = body.heightCentimetres, height >= 120 else { return nil }
    let least = (weights + [body.weightKilograms].compactMap { $0 }).min() ?? .infinity
    return least < BodyMassIndex.least.kilograms(height) ? .underweight : nil
  }
}

/// The age, height and weights that a message states about its author.
struct BodyFigures {
  private(set) var facts = Facts()
  /// All weights of a person in the message, in kg, the desired weight included.
  private(set) var weights: [Double] = []

  init(_ message: String) {
    let utterance = Utterance(message)
    guard utterance.words.indices.contains(where: { utterance.number($0) != nil }) else { return }
    var reader = BodyReader(utterance, asked: nil)
    reader.read(into: &facts)
    // An age that the coach doubts, such as 9, or that of a daughter is a reason for the warning.
    let age = reader.figures.values[.age].map { Int(abs($0)) } ?? 0
    facts.body.age = facts.body.age ?? ((8...25).contains(age) ? age : nil)
    weights = utterance.numbers.compactMap { number in
      let isChange = utterance.before(number.index, 3).contains(where: WordList.notWeights.contains)
      let weight = WordList.weightUnits.factor(number.unit).map { $0 * number.value }
      return isChange ? nil : weight.flatMap { (25...350).contains($0) ? $0 : nil }
    }
  }
}
