/// Stems names from their bytes, with the result of `Tokenizer.keyStems` but without intermediate strings. Loading the
/// table depends on its speed.
enum NameStemmer {
  /// Calls `body` with each stem. Names with characters other than letters, spaces, hyphens and apostrophes use the
  /// tokenizer.
  static func forEachStem(_ bytes: [UInt8], _ range: Range<Int>, _ body: ([UInt8]) -> Void) {
    var index = range.lowerBound
    while index < range.upperBound, isPlain(bytes[index]) { index += 1 }
    guard index == range.upperBound else {
      for stem in Tokenizer.keyStems(String(decoding: bytes[range], as: UTF8.self)) { body(Array(stem.utf8)) }
      return
    }
    var word: [UInt8] = []
    word.reserveCapacity(16)
    index = range.lowerBound
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "'"): break
      case UInt8(ascii: " "), UInt8(ascii: "-"): finish(&word, body)
      default: word.append(bytes[index] | 0x20)
      }
      index += 1
    }
    finish(&word, body)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "'"): true
    default: false
    }
  }

  private static func finish(_ word: inout [UInt8], _ body: ([UInt8]) -> Void) {
    guard !word.isEmpty else { return }
    Stemmer.reduce(&word)
    body(word)
    word.removeAll(keepingCapacity: true)
  }
}
