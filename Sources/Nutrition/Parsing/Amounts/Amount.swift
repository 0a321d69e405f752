/// A number of something, as it was read from the text.
struct Amount: Hashable, Sendable {
  /// Finite, 0...`Tokeniser.maxNumber`.
  var value: Double
  /// What had to be interpreted ("2 to 3 taken as 2.5").
  var note: String?
  /// The ends of a range.
  var lower: Double?
  var upper: Double?
  /// Whether it was only an article ("a banana").
  var isArticle = false
}
