import TextModels

/// One word of a segment, or a name that segmentation keeps together.
struct SegmentWord: Hashable, Sendable {
  /// Text of the input.
  let text: String
  let stem: String
  /// Position in the table of the food, for a whole name with a connector or number inside ("mac and cheese").
  let food: Int?
  /// The unit that the word spells, if any.
  let unit: MeasureUnit?
  private let roles: UInt64

  init(text: String, stem: String, food: Int? = nil) {
    self.text = text
    self.stem = stem
    self.food = food
    unit = MeasureUnit(spelling: text)
    roles = Lexicon.roles(of: text)
  }

  /// A single word.
  init(_ text: String) { self.init(text: text, stem: Stemmer.stem(text)) }

  /// Whether the word has the role in English.
  func has(_ role: WordRole) -> Bool { roles & 1 << role.rawValue != 0 }

  /// Whether it is neither narration nor a descriptor nor a unit nor a percentage.
  var mayNameFood: Bool { !has(.narration) && !has(.descriptor) && unit == nil && text.utf8.last != UInt8(ascii: "%") }

  /// Whether it is a size: "large".
  var isSize: Bool { unit?.isSize == true }

  /// Whether its last word is the head of dishes that are named after their ingredients.
  var isHead: Bool { text.split(separator: " ").last.map { String($0).has(.head) } ?? false }

  /// The words of a whole name ("burrito with meat"), or the word itself.
  var parts: [SegmentWord] {
    guard food != nil else { return [self] }
    return stem.split(separator: " ").map { SegmentWord(text: String($0), stem: String($0)) }
  }
}
