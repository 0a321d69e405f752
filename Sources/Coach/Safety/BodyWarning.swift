import HealthModels

/// The check for weight loss under 18 or below a body mass index of 18.5.
struct BodyWarning {
  /// Below this body mass index an adult is underweight (WHO).
  static let leastIndex = 18.5
  static let adult = 18

  private let facts: Facts
  private let wantsLoss: Bool

  /// - Parameters:
  ///   - facts: the facts of the profile, of earlier turns and of the message.
  ///   - wantsLoss: whether the message, or an earlier one that it completes, is about losing weight.
  init(_ facts: Facts, wantsLoss: Bool) {
    self.facts = facts
    self.wantsLoss = wantsLoss
  }

  /// Returns the category of the warning; nil if none applies.
  /// - Parameter weights: weights of the message, in kg.
  func category(weights: [Double]) -> SafetyFinding.Category? {
    guard wantsLoss else { return nil }
    if let age = facts.body.age, age < Self.adult { return .minor }
    guard let height = facts.body.heightCentimetres, height >= 120 else { return nil }
    let least = (weights + [facts.body.weightKilograms].compactMap { $0 }).min()
    guard let least, least / (height * height / 10_000) < Self.leastIndex else { return nil }
    return .underweight
  }
}

/// The age, height and weights that a message states about its author.
struct BodyFigures {
  private(set) var facts = Facts()
  /// All weights of a person in the message, in kg, the desired weight included.
  private(set) var weights: [Double] = []

  init(_ message: String) {
    let utterance = Utterance(message)
    guard !utterance.numbers.isEmpty || utterance.words.contains(where: { Self.ages[$0] != nil }) else { return }
    var reader = BodyReader(utterance, asked: nil)
    reader.read(into: &facts)
    // "For 13 weeks" is not an age; "im 13" and "fourteen years old" are.
    facts.body.age = facts.body.age ?? spelledAge(utterance)
    for (index, value) in utterance.numbers {
      guard let kilograms = utterance.weight(value, unitAt: index + 1),
        (25...350).contains(kilograms),
        !utterance.words[..<index].suffix(3).contains(where: WordList.notWeights.contains)
      else { continue }
      weights.append(kilograms)
    }
  }

  private func spelledAge(_ utterance: Utterance) -> Int? {
    let hasTurned = utterance.has("i turned", "i just turned")
    for index in utterance.words.indices {
      guard let value = Self.ages[utterance.words[index]] ?? utterance.number(index).map(Int.init(exactly:)) ?? nil,
        (8...25).contains(value)
      else { continue }
      let next = utterance.word(index + 1) ?? ""
      if ["year", "years", "yr", "yrs", "yo"].contains(next) { return value }
      if next == "y", utterance.word(index + 2) == "o" { return value }
      let before = utterance.words[..<index].suffix(2)
      let isOwn = before.contains("im") || before.suffix(2) == ["i", "am"] || before.contains("am")
      let isQualified = ["only", "just", "almost", "nearly", "about", "turning", "turned", "im", "am"].contains(
        utterance.word(index - 1) ?? "")
      if isOwn || hasTurned, isQualified, !WordList.notAges.contains(next) { return value }
      if ["f", "m", "girl", "boy", "male", "female"].contains(next), utterance.word(index - 1) != "size",
        index == 0 || isQualified
      {
        return value
      }
    }
    return nil
  }

  private static let ages = [
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
    "sixteen": 16, "seventeen": 17,
  ]
}
