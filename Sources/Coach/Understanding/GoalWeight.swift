/// Reads the weight that a user wants to reach, which is another fact than the weight: "get to 70 kg", "how long until 70 kg".
struct GoalWeight {
  let utterance: Utterance
  let asked: Question?

  /// "From 90 to 80": the weight and the weight to reach, in kg; nil if the message states none.
  static func span(_ utterance: Utterance) -> (from: Double, to: Double)? {
    for index in utterance.words.indices where utterance.words[index] == "from" {
      let unit = utterance.number(index + 2) == nil && utterance.word(index + 2) != "to" ? 1 : 0
      let named = utterance.word(index + 4 + unit)
      guard let from = utterance.number(index + 1), utterance.word(index + 2 + unit) == "to",
        let to = utterance.number(index + 3 + unit), from != to, !WordList.weightlessUnits.contains(named)
      else { continue }
      let factor = WordList.weightUnits.factor(named) ?? 1
      if (40...300).contains(from * factor), (40...300).contains(to * factor) { return (from * factor, to * factor) }
    }
    return nil
  }

  /// Returns the weight in kg; nil if the message states none.
  func read() -> Double? {
    if let span = Self.span(utterance) { return span.to }
    let numbers = utterance.numbers
    // "from 80 to 70", "goal weight 70", and the answer to the question.
    let bare = numbers.filter { !WordList.weightlessUnits.contains($0.unit) }
    let named = numbers.first {
      $0.kilograms != nil && (asked == .goalWeight || Self.isGoal(utterance, $0.index))
    }
    let answer = asked == .goalWeight && numbers.count == 1 ? bare.first : nil
    let value = named?.kilograms ?? (answer ?? (utterance.has(.goalWeightName) ? bare.last : nil))?.value
    return value.flatMap { (30...300).contains($0) ? $0 : nil }
  }

  /// Whether the number at `index`, with its unit, is a weight to reach rather than the weight.
  static func isGoal(_ utterance: Utterance, _ index: Int) -> Bool {
    let before = utterance.words[..<index].suffix(6)
    guard let last = before.last else { return false }
    if WordList.goalBefore.contains(last) || before.contains(where: WordList.goalNear.contains) { return true }
    let wishes = before.contains(where: WordList.goalWish.contains)
    if last == "to" { return wishes || before.contains(where: WordList.reachesTo.contains) }
    return wishes && before.contains { ["weigh", "be", "at"].contains($0) }
      && !before.contains { ["lose", "gain"].contains($0) }
  }
}
