import CFoods

/// The rows of the files of one language: fields by tabs, without comments (`#`) and empty lines.
struct LanguageFiles {
  let words: [[String]]
  let names: [[String]]
  let inflection: [[String]]

  /// The files that are compiled into the program.
  ///
  /// - Parameter code: name of a folder of `Resources/languages`.
  init(embedded code: String) {
    words = Self.rows("words", of: code)
    names = Self.rows("names", of: code)
    inflection = Self.rows("inflection", of: code)
  }

  init(words: String, names: String, inflection: String) {
    self.words = Self.rows(Array(words.utf8))
    self.names = Self.rows(Array(names.utf8))
    self.inflection = Self.rows(Array(inflection.utf8))
  }

  /// The rows of one file, of a language or of all.
  static func rows(_ file: String, of code: String = "") -> [[String]] { rows(bytes(code, file)) }

  private static func bytes(_ code: String, _ file: String) -> [UInt8] {
    guard let file = unsafe hearth_language_file(code, file) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.count))
  }

  static func rows(_ bytes: [UInt8]) -> [[String]] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      guard line.first != UInt8(ascii: "#") else { return nil }
      return line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }
}
