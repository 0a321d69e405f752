import HealthModels

/// The check for weight loss under 18 or below a body mass index of 18.5.
struct BodyWarning {
  /// The facts of the profile, of earlier turns and of the message.
  let facts: Facts
  /// Whether the message, or an earlier one that it completes, is about losing weight.
  let wantsLoss: Bool

  init(_ facts: Facts, wantsLoss: Bool) {
    self.facts = facts
    self.wantsLoss = wantsLoss
  }

  /// - Parameter weights: weights of the message, in kg.
  func category(weights: [Double]) -> SafetyFinding.Category? {
    guard wantsLoss else { return nil }
    if facts.isMinor { return .minor }
    guard let height = facts.body.heightCentimetres, height >= 120 else { return nil }
    let least = (weights + [facts.body.weightKilograms].compactMap { $0 }).min() ?? .infinity
    return least < BodyMassIndex.weight(at: BodyMassIndex.healthy.lowerBound, height: height) ? .underweight : nil
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
    // "For 13 weeks" is not an age; "im 13" and "fourteen years old" are.
    facts.body.age = facts.body.age ?? spelledAge(utterance)
    weights = utterance.numbers.compactMap { number in
      let isChange = utterance.words[..<number.index].suffix(3).contains(where: WordList.notWeights.contains)
      return isChange ? nil : number.kilograms.flatMap { (25...350).contains($0) ? $0 : nil }
    }
  }

  /// Reads "im 13", "15f" and "fourteen years old".
  private func spelledAge(_ utterance: Utterance) -> Int? {
    let hasTurned = utterance.has("i turned", "i just turned")
    for index in utterance.words.indices {
      guard let value = utterance.number(index).flatMap(Int.init(exactly:)), (8...25).contains(value) else { continue }
      let next = utterance.word(index + 1)
      let isYears = next == "y" && utterance.word(index + 2) == "o" || WordList.yearUnits.contains(next)
      let isOwn = !Set(utterance.words[..<index].suffix(2)).isDisjoint(with: ["im", "am"])
      let isQualified = WordList.agePrefixes.contains(utterance.word(index - 1))
      let isStated = (isOwn || hasTurned) && isQualified && !WordList.notAges.contains(next)
      let isBesideSex =
        (utterance.isSex(next) || WordList.ownSex.contains(next)) && utterance.word(index - 1) != "size"
        && (index == 0 || isQualified)
      if isYears || isStated || isBesideSex { return value }
    }
    return nil
  }
}
