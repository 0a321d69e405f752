/// A clause about one food, or about several adjacent ones.
struct Segment: Hashable, Sendable {
  /// Relation to the text before it.
  var connector: Connector
  var quantities: [Quantity] = []
  var words: [SegmentWord] = []
  var statedNutrients: [StatedNutrient] = []
  /// Whether the quantity is a share of the item before ("half of it").
  var isShare = false
  /// True if "and", and not a comma, precedes it.
  var followsAnd = false
  /// Whether a comma, the end of a sentence, or a word such as "plus" and "then" precedes it.
  var followsPause = false
  /// Whether it begins an entry: a sentence, a line, or what follows a time of day.
  var beginsEntry = false
  /// True if something was eaten in place of it: "instead of rice".
  var isReplaced = false
  /// Whether it says where the food before it is from: "from the canteen".
  var isOrigin = false
  /// Whether all of it was left: "didn't touch the peas".
  var isUneaten = false
  /// The list that follows in brackets or after a colon.
  var list: ListKind?
  /// Whether it is an element of such a list.
  var isListed = false
  /// Positions of its tokens, with those of the connector.
  var range = 0..<0

  /// Whether one of its food words is among `others` ("200 g tofu" and "tofu stir fry").
  func sharesFoodWord(with others: [SegmentWord]) -> Bool {
    words.flatMap(\.parts).contains { word in
      let dish = Lexicon.keys("made-of")[word.text]
      return word.mayNameFood
        && others.contains { [word.stem, word.stem + "meal"].contains($0.stem) || $0.text == dish }
    }
  }

  /// Whether one quantity with a unit before the words makes them one food ("28 g of nacho crisps").
  var isOneFood: Bool { quantities.count == 1 && !quantities[0].isTrailing && quantities[0].unit != nil }

  var isEmpty: Bool { quantities.isEmpty && words.isEmpty && statedNutrients.isEmpty }

  /// The words of the input, for notes.
  var text: String { words.map(\.text).joined(separator: " ") }

  /// Whether it has a quantity other than an article.
  var isQuantified: Bool { measure != nil || quantities.contains { !$0.amount.isArticle || $0.unit != nil } }

  /// Whether it cannot continue a list of ingredients: "and drank milk", ", and some chips".
  var beginsItem: Bool {
    connector == .next
      && (beginsEntry || words.first?.text == "some" && followsPause || words.prefix(2).contains { $0.has(.intake) })
  }

  /// The word of a measure after adjectives: "a delicious cup of", "a generous portion of".
  var measure: SegmentWord? {
    zip(quantities.isEmpty ? [] : words, words.dropFirst()).first { ($0.unit?.isSize, $1.text) == (false, "of") }?.0
  }
}

/// The content of a list after a food.
enum ListKind: Hashable, Sendable {
  /// "(spinach, banana)"
  case unquantified
  /// "(1 banana, 200 ml milk)"
  case quantified
  /// "tofu stir fry (200 g tofu, 1 cup broccoli)": with a quantity of the food that the dish is named after.
  case quantifiesHead
}
