/// Stems names from their bytes, with the result of `Tokenizer.keyStems` but without intermediate strings. Loading the
/// table depends on its speed.
enum NameStemmer {
  /// The stems of a name. Names with characters other than letters, spaces, hyphens and apostrophes use the tokenizer.
  static func stems(_ name: ArraySlice<UInt8>) -> [String] {
    guard name.allSatisfy(isPlain) else { return Tokenizer.keyStems(String(decoding: name, as: UTF8.self)) }
    let letters = name.filter { $0 != UInt8(ascii: "'") }
    return letters.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }.map { word in
      var letters = word.map { $0 | 0x20 }
      Stemmer.reduce(&letters)
      return String(decoding: letters, as: UTF8.self)
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "'"): true
    default: false
    }
  }
}
