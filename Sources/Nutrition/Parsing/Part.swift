/// How a part of the text is joined to what stands before it.
enum Joint: Hashable, Sendable {
  /// Comma, new line, "and", "with", "plus", "on" ...
  case next
  /// "or": one of the two was eaten.
  case alternative
  /// "without", "no": the food was left out.
  case excluded
}

/// A stretch of text about one food, or about several that stand side by side.
struct Part: Hashable, Sendable {
  var joint: Joint
  var amounts: [PartAmount] = []
  var words: [PartWord] = []

  var isEmpty: Bool { amounts.isEmpty && words.isEmpty }
  /// The words as they were typed, for notes.
  var text: String { words.map(\.text).joined(separator: " ") }
}

/// An amount with the unit that follows it.
struct PartAmount: Hashable, Sendable {
  var amount: Amount
  var unit: MeasureUnit?
  /// Whether food words stood before it ("toast 100g").
  var isTrailing: Bool
}

/// One word of a part.
struct PartWord: Hashable, Sendable {
  let text: String
  let stem: String
  /// The food, where the word stands for a whole name with a joint or number inside ("mac and cheese").
  var food: Int?
}
