import HealthModels
import TextModels

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

  /// The English tokens of a text in `language`, whose tokens have their accents.
  static func english(_ tokens: [Token], from language: Language, table: FoodTable) -> [Token] {
    var translator = Translator(language: language, table: table)
    let pieces = translator.pieces(tokens)
    var index = 0
    while index < pieces.count { index = translator.write(pieces, index) }
    return translator.output
  }

  private mutating func pieces(_ spelled: [Token]) -> [Language.Translation] {
    let tokens = spelled.map(\.folded)
    let stems = tokens.stems
    var pieces: [Language.Translation] = []
    var index = 0
    while index < tokens.count {
      guard let word = spelled[index].text, tokens.word(index) != nil else {
        pieces.append(Language.Translation(role: .word, tokens: [tokens[index]]))
        index += 1
        continue
      }
      var (translation, length) = phrase(spelled, index, word)
      // "pico de gallo" has its name in the table. The user's own foods have any name, and products the names of plain
      // foods, too: "Eier" is the food of that name.
      if let match = table.longestMatch(stems, at: index, upTo: stems.count),
        match.length > length && match.length > 1
          || match.length >= length
            && (table.isOwn(match.food) || table.isAdditional(match.food) && language.translation([word]) == nil)
      {
        length = match.length
        translation = Language.Translation(role: .name, tokens: Array(tokens[index..<index + length]))
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
    if let found = language.longestPhrase(run.compactMap(\.text)[...]) { return (found.translation, found.length) }
    if let found = language.compound(word) { return (found, 1) }
    let token = tokens[index].folded
    let isEnglishName = token.stem.flatMap { table.food([$0]) } != nil
    if !isEnglishName, corrections < Self.maxCorrections {
      corrections += 1
      if let found = language.correction(of: Letters.folded(word)) { return (found, 1) }
    }
    let role: Language.Role = isEnglishName ? .name : Lexicon.isFunctionWord(token.text ?? "") ? .word : .unknown
    return (Language.Translation(role: role, tokens: [token]), 1)
  }

  /// Writes the piece at `index` and what belongs to it. - Returns: the position after them.
  private mutating func write(_ pieces: [Language.Translation], _ index: Int) -> Int {
    let piece = pieces[index]
    switch piece.role {
    case .name:
      if let start = nameStart, modifierStart == nil, language.code != "en", describes(piece.tokens, start) {
        return index + 1
      }
      nameStart = modifierStart ?? output.count
      modifierStart = nil
      output += piece.tokens
    case .modifier:
      let pair = piece.tokens.allSatisfy(Self.isSize) ? nil : pairStart
      let isPair = pair.map { table.food(anyOrder: (piece.tokens + output[$0...]).compactMap(\.stem)) != nil }
      if let start = isPair == true ? pair : nameStart {
        _ = insert(piece.tokens, at: start)
      } else {
        modifierStart = modifierStart ?? output.count
        output += piece.tokens
      }
    case .of where nameStart != nil:
      if let start = nameStart, case (let plural, let next)? = name(pieces, index + 1) {
        let tokens = plural.map(\.singular)
        return joined(pieces, next, from: insert(tokens, at: start), part: tokens)
      }
      // "2 galletas de 30 g"
      if index + 1 < pieces.count, case .number? = pieces[index + 1].tokens.first { output += piece.tokens }
    // "arrosto di tacchino": roasted turkey
    case .of where modifierStart != nil && name(pieces, index + 1) != nil: break
    case .word, .and, .of, .unknown:
      // "15 dag": 15 times 10 g
      if piece.tokens.count == 2, case .number(let one, _) = piece.tokens[0], case .number(let count, _)? = output.last
      {
        output[output.count - 1] = .number(min(count * one, Tokenizer.maxNumber), TextFormat.decimal(count * one))
        output.append(piece.tokens[1])
        return index + 1
      }
      output += piece.tokens
      // A brand may be between a name and what describes it: "yaourt Malo à la vanille".
      if piece.role == .unknown { break }
      if piece.role != .of { pairStart = ["and", "with"].contains(piece.tokens.first?.text) ? nameStart : nil }
      (nameStart, modifierStart) = (nil, nil)
    }
    return index + 1
  }

  /// Whether a name describes the one directly before it ("pizza mozzarella"), and inserts it there. Another food follows
  /// after a comma ("saumon riz"), unless both have a word in common or the other takes it in.
  private mutating func describes(_ tokens: [Token], _ start: Int) -> Bool {
    let (first, second) = (output[start...].compactMap(\.stem), tokens.compactMap(\.stem))
    guard let head = table.food(first).map({ Dish(table[$0]) }), let next = table.food(second).map({ Dish(table[$0]) }),
      table.food(first + second) == nil,
      Set(Tokenizer.keyStems(head.food.name)).isDisjoint(with: Tokenizer.keyStems(next.food.name))
    else { return false }
    let isName = language.inflection.links.isEmpty && !["bread", "fat"].contains(head.food.category)
    let isSweet = ["dairy", "sweet", "snack"].contains(head.food.category)
    if isName && table.food(second + first) != nil || head.food.kind != .food && next.food.category == "fruit"
      || isSweet && (next.food.category == "fruit" || tokens.last?.word?.has(.sweetener) == true)
      || head.includes(next, .addition, isListed: false, isWeighed: false)
    {
      _ = insert(tokens.map(\.singular), at: start)
      return true
    }
    if !next.includes(head, .addition, isListed: false, isWeighed: false) { output.append(.separator) }
    return false
  }

  private static func isSize(_ token: Token) -> Bool {
    token.text == "extra" || token.text.flatMap(MeasureUnit.init(rawValue:))?.isSize == true
  }

  /// Inserts what describes the name that begins at `start`, after sizes: a "medium ham croissant". - Returns: the place.
  private mutating func insert(_ tokens: [Token], at start: Int) -> Int {
    let first = output[start...].drop(while: Self.isSize).startIndex
    // "thin crust" is no size of the food.
    let isPart = output.word(first)?.has(.sizedPart) == true
    let place = isPart || tokens.allSatisfy(Self.isSize) ? start : first
    output.insert(contentsOf: tokens, at: place)
    return place
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
