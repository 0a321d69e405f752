/// Reads the weight that a user wants to reach, which is another fact than the weight: "get to 70 kg", "how long until 70 kg".
struct GoalWeight {
  let utterance: Utterance
  let asked: Question?

  /// "From 90 to 80": the weight and the weight to reach, in kg; nil if the message states none.
  static func span(_ utterance: Utterance) -> (from: Double, to: Double)? {
    for index in utterance.words.indices where utterance.words[index] == "from" {
      let unit = utterance.number(index + 2) == nil && utterance.word(index + 2) != "to" ? 1 : 0
      guard let from = utterance.number(index + 1), utterance.word(index + 2 + unit) == "to",
        let to = utterance.number(index + 3 + unit)
      else { continue }
      let named = utterance.word(index + 4 + unit)
      guard isUnitless(named) || WordList.weightUnits.contains(named), from != to else { continue }
      let factor = utterance.weight(1, unitAt: index + 4 + unit) ?? 1
      if (40...300).contains(from * factor), (40...300).contains(to * factor) { return (from * factor, to * factor) }
    }
    return nil
  }

  /// kg; nil if the message states none.
  func read() -> Double? {
    if let span = Self.span(utterance) { return span.to }
    for (index, value) in utterance.numbers {
      guard let kilograms = utterance.weight(value, unitAt: index + 1) else { continue }
      if asked == .goalWeight || Self.isGoal(utterance, index) { return plausible(kilograms) }
    }
    // "from 80 to 70", "goal weight 70", and the answer to the question.
    let bare = utterance.numbers.filter { index, _ in Self.isUnitless(utterance.word(index + 1)) }
    if asked == .goalWeight, utterance.numbers.count == 1, let value = bare.first?.value { return plausible(value) }
    return utterance.has(.goalWeightName) ? bare.last.flatMap { plausible($0.value) } : nil
  }

  private func plausible(_ value: Double) -> Double? { (30...300).contains(value) ? value : nil }

  private static func isUnitless(_ word: String?) -> Bool {
    !WordList.weightlessUnits.contains(word)
  }

  /// Whether the number at `index`, with its unit, is a weight to reach rather than the weight.
  static func isGoal(_ utterance: Utterance, _ index: Int) -> Bool {
    let before = utterance.words[..<index].suffix(6)
    guard let last = before.last else { return false }
    if WordList.goalBefore.contains(last) { return true }
    if before.contains(where: WordList.goalNear.contains) { return true }
    let wishes = before.contains(where: WordList.goalWish.contains)
    if last == "to" { return wishes || before.contains(where: WordList.reachesTo.contains) }
    return wishes && before.contains { ["weigh", "be", "at"].contains($0) }
      && !before.contains { ["lose", "gain"].contains($0) }
  }
}
