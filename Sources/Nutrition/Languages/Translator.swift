/// Rewrites the tokens of a text in another language as English tokens, which the pipeline then reads.
///
/// The longest phrase of the language at each place is replaced. Modifiers go before the name that they describe
/// ("huevos fritos": fried eggs), and what follows "de" before the name that it describes ("sopa de tomate": tomato
/// soup). Words that the language does not have stay as they are. Linear in the length of the text.
struct Translator {
  /// Unknown words of a text that are compared with all names.
  private static let maxCorrections = 20

  let language: Language
  let table: FoodTable
  private var corrections = 0
  private var output: [Token] = []
  /// Start in the output of the name that was written last, with its modifiers; nil after anything else.
  private var nameStart: Int?
  /// Start in the output of the first of two names that "and" or "with" joins.
  private var pairStart: Int?
  /// Start in the output of the modifiers before a name.
  private var modifierStart: Int?

  private init(language: Language, table: FoodTable) {
    self.language = language
    self.table = table
  }

  /// The words of a phrase as keys have them.
  static func words(_ phrase: String) -> [String] { Tokenizer.tokens(separated(phrase)).compactMap(\.text) }

  /// Separates elided articles ("l'huile", "d'oeuf") and reads numbers with a decimal comma ("1.500,5" is 1500.5).
  static func separated(_ text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      switch scalar.value {
      case 0x27, 0x2019, 0x2BC: result.append(" ")
      case 0x2E where isThousands(scalars, index) || isAbbreviation(scalars, index): continue
      case 0x2C where index > 0 && isDigit(scalars, index - 1) && isDigit(scalars, index + 1): result.append(".")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func isDigit(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    scalars.indices.contains(index) && Tokenizer.isDigit(scalars[index])
  }

  /// Whether "de", "di" or "d'" follows the period, which then ends an abbreviation: "2 cdas. de azúcar".
  private static func isAbbreviation(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let next = scalars.dropFirst(index + 1).drop { $0 == " " }.prefix(3).map(\.value)
    guard next.count == 3, next[0] == 0x64 else { return false }
    return [0x27, 0x2019].contains(next[1]) || [0x65, 0x69].contains(next[1]) && next[2] == 0x20
  }

  private static func isThousands(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    isDigit(scalars, index - 1) && !isDigit(scalars, index - 2) && !isDigit(scalars, index + 4)
      && (1...3).allSatisfy { isDigit(scalars, index + $0) }
  }

  /// The English tokens of a text in `language`.
  static func english(_ tokens: [Token], from language: Language, table: FoodTable) -> [Token] {
    var translator = Translator(language: language, table: table)
    let pieces = translator.pieces(tokens)
    var index = 0
    while index < pieces.count { index = translator.write(pieces, index) }
    return translator.output
  }

  // MARK: - Phrases

  private mutating func pieces(_ tokens: [Token]) -> [Language.Translation] {
    let stems = tokens.stems
    var pieces: [Language.Translation] = []
    var index = 0
    while index < tokens.count {
      guard let word = tokens[index].text, tokens[index].isWord else {
        pieces.append(Language.Translation(role: .word, tokens: [tokens[index]]))
        index += 1
        continue
      }
      var (translation, length) = phrase(tokens, index, word)
      // "pico de gallo" has its name in the table. The user's own foods have any name, and products the names of plain
      // foods, too: "Eier" is the food of that name.
      if let match = table.longestMatch(stems, at: index, upTo: stems.count),
        match.length > length && match.length > 1
          || match.length >= length
            && (table.isOwn(match.food) || table.isAdditional(match.food) && language.translation([word]) == nil)
      {
        (translation, length) = (
          Language.Translation(role: .name, tokens: Array(tokens[index..<index + match.length])), match.length
        )
      }
      pieces.append(translation)
      index += length
    }
    return pieces.filter { !$0.tokens.isEmpty || $0.role == .of }
  }

  private mutating func phrase(
    _ tokens: [Token], _ index: Int, _ word: String
  ) -> (translation: Language.Translation, length: Int) {
    let run = tokens[index...].prefix(Language.maxPhraseWords).prefix { $0.text != nil }
    if let found = language.longestPhrase(run.compactMap(\.text)[...]) { return found }
    if let found = compound(word) { return (found, 1) }
    if !isEnglishName(word), corrections < Self.maxCorrections {
      corrections += 1
      if let found = language.correction(of: word) { return (found, 1) }
    }
    return (Language.Translation(role: isEnglishName(word) ? .name : .word, tokens: [tokens[index]]), 1)
  }

  private func isEnglishName(_ word: String) -> Bool { table.food([Stemmer.stem(word)]) != nil }

  /// "Vollkornbrot", "Erdbeermarmelade": a word that ends in a name and begins with a name or a modifier.
  private func compound(_ word: String) -> Language.Translation? {
    let letters = Array(word)
    guard letters.count >= 7, letters.count <= 40, !language.localNames.isEmpty else { return nil }
    for cut in 3...(letters.count - 3) {
      guard let head = language.translation([String(letters[cut...])]), head.role == .name else { continue }
      for link in 0...2 where cut - link >= 3 {
        let first = String(letters[..<(cut - link)])
        guard link == 0 || ["s", "n", "en", "es", "e"].contains(String(letters[(cut - link)..<cut])),
          let modifier = language.translation([first]), [.name, .modifier].contains(modifier.role)
        else { continue }
        return Language.Translation(role: .name, tokens: modifier.tokens + head.tokens)
      }
    }
    return nil
  }

  // MARK: - Order

  /// Writes the piece at `index` and what belongs to it. - Returns: the position after them.
  private mutating func write(_ pieces: [Language.Translation], _ index: Int) -> Int {
    let piece = pieces[index]
    switch piece.role {
    case .name:
      nameStart = modifierStart ?? output.count
      modifierStart = nil
      output += piece.tokens
    case .modifier:
      let isPair = pairStart.map { table.food(anyOrder: (piece.tokens + output[$0...]).compactMap(\.stem)) != nil }
      if let start = isPair == true ? pairStart : nameStart {
        output.insert(contentsOf: piece.tokens, at: start)
      } else {
        modifierStart = modifierStart ?? output.count
        output += piece.tokens
      }
    case .of where nameStart != nil:
      if let start = nameStart, let (tokens, next) = name(pieces, index + 1) {
        output.insert(contentsOf: tokens, at: start)
        return joined(pieces, next, from: start, part: tokens)
      }
      // "2 galletas de 30 g"
      if index + 1 < pieces.count, case .number? = pieces[index + 1].tokens.first { output += piece.tokens }
    case .word, .and, .of:
      output += piece.tokens
      if piece.role != .of { pairStart = ["and", "with"].contains(piece.tokens.first?.text) ? nameStart : nil }
      (nameStart, modifierStart) = (nil, nil)
    }
    return index + 1
  }

  /// The name at `index` with its modifiers, in English order.
  private func name(_ pieces: [Language.Translation], _ index: Int) -> (tokens: [Token], next: Int)? {
    let modifiers = pieces[index...].prefix { $0.role == .modifier }
    guard modifiers.endIndex < pieces.count, pieces[modifiers.endIndex].role == .name else { return nil }
    return (modifiers.flatMap(\.tokens) + pieces[modifiers.endIndex].tokens, modifiers.endIndex + 1)
  }

  /// "sándwich de jamón y queso": the second of two joined names describes the dish as well, if the table has it so.
  private mutating func joined(_ pieces: [Language.Translation], _ index: Int, from start: Int, part: [Token]) -> Int {
    guard index < pieces.count, pieces[index].role == .and, let (tokens, next) = name(pieces, index + 1) else {
      return index
    }
    let stems = (output[start...] + tokens).compactMap(\.stem)
    guard stems.count <= FoodTable.maxPhraseWords, table.food(anyOrder: stems) != nil else { return index }
    output.insert(contentsOf: tokens, at: start + part.count)
    return next
  }
}
