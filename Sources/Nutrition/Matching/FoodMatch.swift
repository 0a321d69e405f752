/// One food and the words that named it.
struct FoodMatch: Hashable, Sendable {
  /// Position in the table.
  var food: Int
  /// Positions in the segment's words.
  var range: Range<Int>
  /// Number of words of the segment that the name has.
  var words: Int
  /// Notes on corrected spelling ("brocoli" read as "broccoli").
  var corrections: [String] = []
  /// Whether words of the segment belong to no part of the name.
  var isLoose = false
  /// Whether only the head noun is in the table, so that the food is the generic one of its kind.
  var isGeneric = false
}

/// The foods that a segment names, and the words that belong to none of them.
struct FoodMatches: Sendable {
  /// In the order of the text.
  var matches: [FoodMatch] = []
  /// Ascending positions in the segment's words, narration left out.
  var unmatched: [Int] = []

  /// Number of words that belong to a name.
  var coveredWords: Int { matches.reduce(0) { $0 + $1.words } }
}
