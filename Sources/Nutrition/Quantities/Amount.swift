/// A number that the text gives for a food.
struct Amount: Hashable, Sendable {
  /// Finite, 0...`Tokenizer.maxNumber`.
  var value: Double
  /// A note on an interpretation ("2 to 3 taken as 2.5").
  var note: String?
  /// The ends of a range.
  var lower: Double?
  var upper: Double?
  /// Whether it is written as "0,4".
  var hasComma = false
  /// Whether it is only an article ("a banana").
  var isArticle = false
}
