import TextModels

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

  /// Phrases of English with the words that names of foods have ("from a can": canned).
  static let english = Language(code: "en", name: "English", table: .builtIn)

  /// The words of all phrases, and whether each belongs to the grammar by itself: no name or modifier.
  static let words: [String: Bool] = codes.reduce(into: [:]) { words, code in
    for row in LanguageFiles.rows("words", of: code) + LanguageFiles.rows("names", of: code) where row.count > 1 {
      let isGrammar = row.count > 2 && !["modifier", "name"].contains(row[0])
      for phrase in row[row.count - 1].split(separator: ";") {
        let parts = Letters.words(String(phrase)) ?? Tokenizer.tokens(String(phrase)).compactMap(\.text)
        for word in parts.map(Letters.folded) { words[word] = words[word] == true || isGrammar && parts.count == 1 }
      }
    }
  }

  /// The words that an apostrophe joins to the next one in any language.
  static let elisions = all.reduce(into: Set()) { $0.formUnion($1.inflection.elisions) }

  /// Common words of languages that are recognised and not supported, by the English name of the language.
  static let unsupported: [(String, Set<String>)] = LanguageFiles.rows("unsupported").compactMap { row in
    row.count < 2 ? nil : (row[0], Set(Tokenizer.tokens(row[1]).compactMap(\.text).filter { $0.utf8.count > 1 }))
  }

  /// The scripts of languages that are not supported.
  static let scripts = LanguageFiles.rows("unsupported").compactMap { row in
    row.count < 4 ? nil : Script(name: row[0], first: row[2], last: row[3])
  }

  /// The language of a code or of a tag ("pt-BR").
  package static func language(_ tag: String) -> Language? {
    let code = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
    return all.first { $0.code == code }
  }
}
