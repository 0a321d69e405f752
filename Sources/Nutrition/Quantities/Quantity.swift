/// An amount with its unit, and its place in the segment.
struct Quantity: Hashable, Sendable {
  var amount: Amount
  var unit: MeasureUnit?
  /// Whether food words precede it ("toast 100g").
  var isTrailing: Bool
  /// Whether it is in brackets: the weight of the whole quantity before it, not of one piece.
  var isBracketed = false
  /// Whether "each" makes it the weight of one piece.
  var isEach = false
  /// Whether it is added to the quantity before it ("1/2 cup plus 2 tablespoons").
  var isAdded = false
  /// Whether it expresses the quantity before it in another way ("4 large or 6 small").
  var isAlternative = false
}
