import HealthModels

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

/// The age, height and weights that a message in any language states about its author.
struct BodyFigures {
  private(set) var facts = Facts()
  /// All weights of a person in the message, in kg, the desired weight included.
  private(set) var weights: [Double] = []

  init(_ message: String) {
    let utterance = Utterance(message)
    let numbers = utterance.numbers
    guard utterance.words.indices.contains(where: { utterance.number($0) != nil }) else { return }
    var reader = BodyReader(utterance, asked: nil)
    reader.read(into: &facts)
    // An age that the coach doubts, such as 9, is a reason for the warning.
    let stated = reader.statedAge.flatMap { (8...25).contains($0) ? $0 : nil }
    let young = stated ?? numbers.first(where: Self.isForeignAge)?.value
    facts.body.age = facts.body.age ?? young.map { Int($0) }
    weights = numbers.compactMap { number in
      let isChange = utterance.before(number.index, 3).contains(where: WordList.notWeights.contains)
      guard !isChange, !WordList.lossesAfter.contains(number.following), let kilograms = number.kilograms else {
        return nil
      }
      return (25...350).contains(kilograms) ? kilograms : nil
    }
    // "Kilom 42": the name of the figure comes first.
    if weights.isEmpty {
      weights = numbers.filter { WordList.weightNames.contains($0.before) && (28...250).contains($0.value) }
        .prefix(1).map(\.value)
    }
    guard !weights.isEmpty, facts.body.heightCentimetres == nil else { return }
    facts.body.heightCentimetres = numbers.lazy.compactMap(Self.foreignHeight).first
  }

  /// "Tengo 14 años", "ich bin 15" and "14 yaşındayım".
  private static func isForeignAge(_ number: Utterance.Number) -> Bool {
    guard (8...25).contains(number.value), number.isWhole else { return false }
    let endsThere = number.unit == nil || WordList.agesAfter.contains(number.unit)
    let isDuration = WordList.durations.contains(number.before) || WordList.durations.contains(number.following)
    return WordList.agesBefore.contains(number.before) && endsThere
      || WordList.ageUnits.contains(number.unit) && !isDuration
  }

  /// "Mido 1,65" and "boyum 170": a height without a unit, beside a weight.
  private static func foreignHeight(_ number: Utterance.Number) -> Double? {
    let isNamed = WordList.heightWords.contains(number.before) || WordList.heightWords.contains(number.unit)
    if (1.35...2.1).contains(number.value), !number.isWhole, isNamed || !number.hasUnit { return number.value * 100 }
    return isNamed && (135...210).contains(number.value) ? number.value : nil
  }
}
