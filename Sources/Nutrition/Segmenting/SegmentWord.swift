/// One word of a segment, or a name that segmentation keeps together.
struct SegmentWord: Hashable, Sendable {
  /// Text of the input.
  let text: String
  let stem: String
  /// Position in the table of the food, for a whole name with a connector or number inside ("mac and cheese").
  var food: Int?

  init(text: String, stem: String, food: Int? = nil) {
    self.text = text
    self.stem = stem
    self.food = food
  }

  /// Several words as one name of `food`.
  init(joining words: [SegmentWord], food: Int) {
    self.init(
      text: words.map(\.text).joined(separator: " "), stem: words.map(\.stem).joined(separator: " "), food: food)
  }

  /// The words of a whole name ("burrito with meat"), or the word itself.
  var parts: [SegmentWord] {
    guard food != nil else { return [self] }
    return stem.split(separator: " ").map { SegmentWord(text: String($0), stem: String($0)) }
  }
}
