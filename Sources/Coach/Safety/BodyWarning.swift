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
    // An age that the coach doubts, such as 9, is a reason for the warning.
    facts.body.age = facts.body.age ?? reader.youngAge().map { Int($0) } ?? foreignAge(utterance)
    weights = utterance.numbers.compactMap { number in
      let isChange = utterance.words[..<number.index].suffix(3).contains(where: WordList.notWeights.contains)
      return isChange || WordList.lossesAfter.contains(number.following)
        ? nil : number.kilograms.flatMap { (25...350).contains($0) ? $0 : nil }
    }
    // "Kilom 42": the name of the figure comes first.
    if weights.isEmpty {
      weights = utterance.numbers.filter { WordList.weightNames.contains($0.before) && (28...250).contains($0.value) }
        .prefix(1).map(\.value)
    }
    facts.body.heightCentimetres = facts.body.heightCentimetres ?? bareHeight(utterance)
  }

  /// Reads "tengo 14 años", "ich bin 15" and "14 yaşındayım".
  private func foreignAge(_ utterance: Utterance) -> Int? {
    utterance.numbers.lazy.compactMap { number -> Int? in
      guard let age = Int(exactly: number.value), (8...25).contains(age) else { return nil }
      let endsThere = number.unit == nil || WordList.agesAfter.contains(number.unit)
      let isDuration = WordList.durations.contains(number.before) || WordList.durations.contains(number.following)
      let isStated = WordList.agesBefore.contains(number.before) && endsThere
      return isStated || WordList.ageUnits.contains(number.unit) && !isDuration ? age : nil
    }.first
  }

  /// Reads "mido 1,65" and "boyum 170": a height without a unit, beside a weight.
  private func bareHeight(_ utterance: Utterance) -> Double? {
    guard !weights.isEmpty else { return nil }
    return utterance.numbers.lazy.compactMap { number -> Double? in
      let isNamed = WordList.heightWords.contains(number.before) || WordList.heightWords.contains(number.unit)
      if (1.35...2.1).contains(number.value), !number.isWhole, isNamed || !number.hasUnit { return number.value * 100 }
      return isNamed && (135...210).contains(number.value) ? number.value : nil
    }.first
  }
}
