/// Combines the quantities of one food.
enum QuantityMerge {
  /// Multiplies "2 x 30 g", "2 30 g bars" and "2 bars (40 g each)"; takes the first of "160 ml / 5 fl oz" and the
  /// weight of "2 slices (60 g)".
  static func merged(_ quantities: [Quantity]) -> Quantity? {
    guard var first = quantities.first else { return nil }
    for next in quantities.dropFirst() {
      if next.isAlternative {
        first.amount.note = first.amount.note ?? "the first of two amounts is counted"
        continue
      }
      if next.isAdded, let share = next.unit?.ratio(to: first.unit) {
        first.amount.value = min(first.amount.value + next.amount.value * share, Tokenizer.maxNumber)
        continue
      }
      // "a side of a slice of pie": the first of two articles is no quantity.
      if first.unit ?? .serving == .serving, first.amount.isArticle,
        next.amount.isArticle && next.unit != nil || next.unit == .inch, !next.isBracketed
      {
        first = next
        continue
      }
      // "a 330 ml can": the package adds nothing.
      guard let unit = next.unit, unit.isWeightOrVolume else { continue }
      let isVolume = first.unit?.milliliters != nil
      if first.unit?.isWeightOrVolume == true, !next.isBracketed, !(isVolume && next.isTrailing) { continue }
      // "2 cans (400 g) beans" and "2 (400 g) steaks", but not "2 slices (60 g)"
      let arePackages = first.unit.map { $0.rawValue.has(.package) } != false
      if next.isEach || !next.isTrailing && (!next.isBracketed || arePackages) {
        first.amount.value = min(first.amount.value * next.amount.value, Tokenizer.maxNumber)
      } else {
        first.amount.value = next.amount.value
      }
      (first.amount.isArticle, first.unit) = (false, unit)
    }
    return first
  }
}
