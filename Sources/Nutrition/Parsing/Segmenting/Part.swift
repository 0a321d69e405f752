/// How a part of the text is joined to what stands before it.
enum Connector: Hashable, Sendable {
  /// Comma, new line, "and", "plus", "accompanied by" ...
  case next
  /// "with", "topped with": an item of its own, unless it belongs to the dish before it.
  case addition
  /// "on": under the food before it, or the bread of a sandwich.
  case base
  /// "in": what the food lies in.
  case medium
  /// "made with", "filled with", "from", "which": says more about the food before it and is none of its own.
  case attribute
  /// "or": one of the two was eaten.
  case alternative
  /// "without", "no": the food was left out.
  case excluded
  /// "sorry, I meant", "actually": takes the place of what stands before it.
  case correction
}

/// A stretch of text about one food, or about several that stand side by side.
struct Part: Hashable, Sendable {
  var joint: Connector
  var amounts: [PartAmount] = []
  var words: [PartWord] = []
  /// What the text says about the nutrients of this food.
  var stated: [StatedNutrient] = []
  /// "half of it": the amount is a share of what stands before.
  var isShare = false
  /// Whether "and" stands before it, and not a comma.
  var isAnd = false
  /// What is listed behind it in brackets or behind a colon.
  var listing: Listing?
  /// Whether it stands in such a list.
  var isListed = false
  /// How many parts with amounts stand side by side from here on.
  var measuredRun = 0

  /// Whether one of its words that tell a food is among these ("200 g tofu" for "tofu stir fry").
  func names(_ others: [PartWord]) -> Bool {
    words.contains { word in
      !KnownWords.isNarration(word.text) && !KnownWords.isDescription(word.text)
        && MeasureUnit(spelling: word.text) == nil
        && others.contains { $0.stem == word.stem || $0.stem == word.stem + "meal" }
    }
  }

  var isEmpty: Bool { amounts.isEmpty && words.isEmpty && stated.isEmpty }
  /// The words as they were typed, for notes.
  var text: String { words.map(\.text).joined(separator: " ") }
  /// Whether it says how much, with more than an article.
  var isMeasured: Bool { amounts.contains { !$0.amount.isArticle || $0.unit != nil } }
}

/// What a list behind a food says: only what is in it, how much of each, or how much of what the food is named after.
enum Listing: Hashable, Sendable {
  case described, measured, repeated
}

/// An amount with the unit that follows it.
struct PartAmount: Hashable, Sendable {
  var amount: Amount
  var unit: MeasureUnit?
  /// Whether food words stood before it ("toast 100g").
  var isTrailing: Bool
  /// Whether it stood in brackets: the weight of the amount before, not of each.
  var isBracketed = false
  /// "each": the weight of one.
  var isEach = false
  /// "1/2 cup plus 2 tablespoons": comes to the amount before.
  var isAdded = false
  /// "4 large or 6 small": says the same in another way.
  var isOther = false
}

/// One word of a part.
struct PartWord: Hashable, Sendable {
  let text: String
  let stem: String
  /// The food, where the word stands for a whole name with a joint or number inside ("mac and cheese").
  var food: Int?
}
