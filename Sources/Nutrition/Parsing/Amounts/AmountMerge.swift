/// Makes one amount of several about one food.
enum AmountMerge {
  /// "2 x 30 g" and "2 30 g bars" multiply, "160 ml / 5 fl oz" takes the first, "2 slices (60 g)" the weight, "2 bars
  /// (40 g each)" multiplies again.
  static func merged(_ amounts: [PartAmount]) -> PartAmount? {
    guard var first = amounts.first else { return nil }
    for next in amounts.dropFirst() {
      if next.isOther {
        first.amount.note = first.amount.note ?? "the first of two amounts is counted"
        continue
      }
      if next.isAdded, let share = ratio(next.unit, first.unit) {
        first.amount.value = min(first.amount.value + next.amount.value * share, Tokeniser.maxNumber)
        continue
      }
      // "a side of a slice of pie": an article before another says nothing.
      if first.unit == nil, first.amount.isArticle, next.amount.isArticle, next.unit != nil, !next.isBracketed {
        first = next
        continue
      }
      guard let unit = next.unit, unit.grams != nil || unit.milliliters != nil else {
        // "a 330 ml can": the vessel says nothing more.
        continue
      }
      if first.unit?.grams != nil || first.unit?.milliliters != nil, !next.isBracketed { continue }
      if next.isEach || !next.isTrailing && !next.isBracketed {
        first.amount.value = min(first.amount.value * next.amount.value, Tokeniser.maxNumber)
      } else {
        first.amount.value = next.amount.value
      }
      first.amount.isArticle = false
      first.unit = unit
    }
    return first
  }

  /// How many of the second unit one of the first is; nil where they do not measure the same.
  private static func ratio(_ unit: MeasureUnit?, _ other: MeasureUnit?) -> Double? {
    if let one = unit?.grams, let two = other?.grams { return one / two }
    if let one = unit?.milliliters, let two = other?.milliliters { return one / two }
    return nil
  }
}
