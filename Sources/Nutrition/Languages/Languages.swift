/// The languages of the parser beside English.
package enum Languages {
  /// Codes and English names, by which the folders of `Resources/languages` are found.
  private static let names = [
    ("es", "Spanish"), ("pt", "Portuguese"), ("fr", "French"), ("de", "German"), ("it", "Italian"),
  ]

  /// ISO 639-1 codes.
  package static let codes = names.map(\.0)

  /// English names of all supported languages, for messages.
  static let list = "English, " + names.dropLast().map(\.1).joined(separator: ", ") + " and " + (names.last?.1 ?? "")

  /// Read at the first text that may not be English.
  package static let all = names.map { Language(code: $0.0, name: $0.1, table: .builtIn) }

  /// The phrases of English that stand for other words ("word" rows).
  static let english = Language(code: "en", name: "English", table: .builtIn)

  /// The single words of the grammar of all languages, without names and modifiers.
  static let grammar = Set(
    codes.flatMap { code in
      LanguageFiles.rows("words", of: code).filter { $0.count >= 3 && $0[0] != "modifier" }
        .flatMap { $0[2].split(separator: ";") }.compactMap { phrase in
          let words = Translator.words(String(phrase))
          return words.count == 1 ? words[0] : nil
        }
    })

  /// Common words of languages that are recognised and not supported, by the English name of the language.
  static let unsupported: [(String, Set<String>)] = LanguageFiles.rows("unsupported").compactMap { row in
    row.count < 2 ? nil : (row[0], Set(Translator.words(row[1]).filter { $0.utf8.count > 1 }))
  }

  /// The letters of other scripts, by the English name of the script or its language.
  static let scripts: [(name: String, scalars: ClosedRange<UInt32>)] = LanguageFiles.rows("unsupported").compactMap {
    guard $0.count > 3, let first = UInt32($0[2], radix: 16), let last = UInt32($0[3], radix: 16) else { return nil }
    return ($0[0], first...last)
  }

  /// The language of a code or of a tag ("pt-BR").
  package static func language(_ tag: String) -> Language? {
    let code = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
    return all.first { $0.code == code }
  }
}
