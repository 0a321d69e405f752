import TextModels

/// Stems names from their bytes, with the result of `Tokenizer.keyStems` but without intermediate strings. Loading the
/// table depends on its speed.
struct NameStemmer {
  /// The stems of one name and the letters of one word. Kept, because allocating them takes as long as stemming.
  private var found: [String] = []
  private var word: [UInt8] = []

  /// The stems of a name. Names with characters other than letters, spaces, hyphens and apostrophes use the tokenizer.
  mutating func stems(_ name: ArraySlice<UInt8>) -> [String] {
    guard name.allSatisfy(Self.isPlain) else { return Tokenizer.keyStems(String(decoding: name, as: UTF8.self)) }
    found.removeAll(keepingCapacity: true)
    for index in name.startIndex...name.endIndex {
      let byte = index < name.endIndex ? name[index] : UInt8(ascii: " ")
      if byte == UInt8(ascii: "'") { continue }
      if byte != UInt8(ascii: " "), byte != UInt8(ascii: "-") {
        word.append(byte | 0x20)
      } else if !word.isEmpty {
        Stemmer.reduce(&word)
        found.append(String(decoding: word, as: UTF8.self))
        word.removeAll(keepingCapacity: true)
      }
    }
    return found
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || [UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "'")].contains(byte)
  }
}
