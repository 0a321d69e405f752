/// Reads the weight that a user wants to reach, which is another fact than the weight: "get to 70 kg", "how long until
/// 70 kg".
struct GoalWeight {
  let utterance: Utterance
  let asked: FactName?

  /// "From 90 to 80": the weight and the weight to reach, in kg; nil if the message states none.
  static func span(_ utterance: Utterance) -> (from: Double, to: Double)? {
    let numbers = utterance.numbers
    for (from, to) in zip(numbers, numbers.dropFirst()) where from.before == "from" && to.before == "to" {
      let factor = WordList.weightUnits.factor(to.unit) ?? 1
      let isWeight = (40...300).contains(from.value * factor) && (40...300).contains(to.value * factor)
      if isWeight, from.value != to.value, !WordList.weightlessUnits.contains(to.unit) {
        return (from.value * factor, to.value * factor)
      }
    }
    return nil
  }

  /// Returns the weight in kg; nil if the message states none.
  func read() -> Double? {
    if let span = Self.span(utterance) { return span.to }
    let isAnswer = asked == .goalWeight
    let named = utterance.numbers.first { $0.kilograms != nil && (isAnswer || Self.isGoal(utterance, $0.index)) }
    // "from 80 to 70", "goal weight 70", and the answer to the question.
    let isNamed = utterance.has(.goalWeightName) || isAnswer && utterance.numbers.count == 1
    let bare = isNamed ? utterance.numbers.last { !WordList.weightlessUnits.contains($0.unit) } : nil
    return (named?.kilograms ?? bare?.value).flatMap { (30...300).contains($0) ? $0 : nil }
  }

  /// Whether the number at `index`, with its unit, is a weight to reach rather than the weight.
  static func isGoal(_ utterance: Utterance, _ index: Int) -> Bool {
    let before = utterance.before(index, 6)
    guard let last = before.last else { return false }
    if WordList.goalBefore.contains(last) || before.contains(where: WordList.goalNear.contains) { return true }
    let wishes = before.contains(where: WordList.goalWish.contains)
    if last == "to" { return wishes || before.contains(where: WordList.reachesTo.contains) }
    return wishes && before.contains { ["weigh", "be", "at"].contains($0) }
      && !before.contains { ["lose", "gain"].contains($0) }
  }
}
