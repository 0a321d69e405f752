/// Stems the words of names from their bytes, without intermediate strings. Loading a table depends on its speed.
package struct NameStemmer {
  /// The stems of one name and the letters of one word. Kept, because allocating them takes as long as stemming.
  private var found: [String] = []
  private var word: [UInt8] = []

  /// A stemmer for many names.
  package init() {}

  /// The stems of a name; nil if it has characters other than ASCII letters, spaces, hyphens and apostrophes.
  package mutating func stems(_ name: ArraySlice<UInt8>) -> [String]? {
    guard name.allSatisfy(Self.isPlain) else { return nil }
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
