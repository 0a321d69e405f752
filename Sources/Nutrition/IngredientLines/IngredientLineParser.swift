/// Labels an ingredient line of a recipe: quantity, unit, name and comment.
///
/// Uses no food table, so that unknown foods are labelled as well. One pass.
struct IngredientLineParser {
  private let tokens: [Token]
  private let amounts: AmountReader
  private var position = 0
  private var label = IngredientLabel()
  /// Words of the name so far.
  private var name: [String] = []

  /// The labels of a line.
  static func label(_ text: String) -> IngredientLabel {
    var reader = IngredientLineParser(Tokenizer.tokens(text))
    reader.run()
    return reader.label
  }

  /// The text inside brackets is not part of the line. An unclosed bracket ends with the text.
  private init(_ tokens: [Token]) {
    var depth = 0
    self.tokens = tokens.filter { token in
      if token == .open { depth += 1 }
      if token == .close { depth = max(0, depth - 1) }
      return depth == 0 && token != .close
    }
    amounts = AmountReader(tokens: self.tokens)
  }

  private mutating func run() {
    skip { $0.has(.lineHedge) }
    if !takeAmount() { seekAmount() }
    takeName()
    if label.quantity == nil { takeTrailingAmount() }
    // "Optional: 1 tsp cornstarch", "Garnish: lime wedges"
    if name.isEmpty { takeName() }
    takeTrailingUnit()
    label.name = name.joined(separator: " ")
    label.comment = tokens[min(position, tokens.count)...].compactMap(\.text).joined(separator: " ")
  }

  private mutating func skip(_ isSkipped: (String) -> Bool) {
    while let word = tokens.word(position), isSkipped(word) { position += 1 }
  }

  /// The text of a word or number; empty for other tokens and after the end.
  private func text(_ index: Int) -> String { tokens.token(index)?.text ?? "" }

  private func hasAmount(_ index: Int) -> Bool { amounts.amount(at: index) != nil }

  private func unit(_ index: Int) -> IngredientUnit? { IngredientUnit.at(index, tokens) }

  /// Takes the amount at the position with its unit, and skips alternative expressions of it. "Double cream" has none.
  private mutating func takeAmount() -> Bool {
    guard text(position) != "double", let read = amounts.amount(at: position) else { return false }
    label.quantity = read.amount.lower ?? read.amount.value
    label.upper = read.amount.upper
    position = read.next
    skip { $0 == "x" || $0.has(.lineHedge) }
    // "1/3 of a bunch"
    if text(position) == "of", unit(position + 2) != nil { position += 2 }
    // The size of one: "1 14-ounce can", "4 x 150g/5oz fillets".
    while let end = measureEnd(tokens.token(position) == .slash ? position + 1 : position) { position = end }
    takeUnit()
    while takeFurtherAmount() {}
    // "400 g tin of chickpeas"
    if !label.unit.isEmpty, let found = unit(position), found.isPackage, !text(found.next).isEmpty {
      position = found.next
    }
    skip { ["of", "a", "an", "the", "each"].contains($0) }
    return true
  }

  /// The position after a number and a unit of weight, volume or length.
  private func measureEnd(_ start: Int) -> Int? {
    guard case .number? = tokens.token(start), let size = amounts.amount(at: start), let unit = unit(size.next),
      unit.isDimension
    else { return nil }
    return unit.next
  }

  private mutating func takeUnit() {
    skip { $0.has(.lineSize) || $0.has(.lineHedge) || $0.has(.linePraise) }
    if UnitLexicon.pairs["\(text(position)) \(text(position + 1))"]?.isSize == true { position += 2 }
    // "6 cloves": at the end of the line the word is the food.
    guard let found = unit(position), found.isDimension || found.isPackage || !text(found.next).isEmpty else { return }
    label.unit = found.name
    position = found.next
    if found.name.has(.length) { skip { ["piece", "pieces", "long", "thick"].contains($0) } }
  }

  /// Skips "2 oz" of "1 lb 2 oz", "/1 3/4 oz", "plus 1 teaspoon" and "or 6 small" directly after an amount.
  private mutating func takeFurtherAmount() -> Bool {
    if !label.unit.isEmpty, let end = measureEnd(position) {
      position = end
      return true
    }
    // "3 quarts, plus 1/3 cup, water"
    let start = tokens.token(position) == .separator && tokens.word(position + 1) == "plus" ? position + 1 : position
    let isAlternative = label.unit.isEmpty && tokens.word(start) == "or"
    guard let token = tokens.token(start), isAlternative || [.slash, .ampersand, .word("plus")].contains(token),
      let read = amounts.amount(at: start + 1)
    else { return false }
    let unit = self.unit(read.next)
    guard unit != nil || isAlternative else { return false }
    position = unit?.next ?? read.next
    return true
  }

  /// Finds the amount after the part that is used, a preparation: "Green ends from 2 scallions", "juice of 1 lemon".
  private mutating func seekAmount() {
    let clause = tokens[position...].prefix { $0 != .separator }.indices
    guard let index = clause.first(where: { ["from", "of"].contains(text($0)) && hasAmount($0 + 1) }) else { return }
    position = index + 1
    _ = takeAmount()
  }

  /// Takes the amount after the name: "rice 150 g", "eggs - 2".
  private mutating func takeTrailingAmount() {
    guard let index = tokens[position...].firstIndex(where: { $0 != .separator }), hasAmount(index) else { return }
    position = index
    _ = takeAmount()
  }

  /// Takes the unit after the name: "2 celery stalks", "3 garlic cloves". Leaves and fillets are part of the name.
  private mutating func takeTrailingUnit() {
    guard label.unit.isEmpty, label.quantity != nil, name.count > 1, let last = name.last,
      MeasureUnit(spelling: last)?.rawValue.has(.lineTrailing) == true,
      // "3 whole cloves" are the spice.
      name.dropLast().contains(where: { $0 != "whole" && !$0.has(.lineState) })
    else { return }
    label.unit = IngredientLabel.unitName(last)
    name.removeLast()
  }

  private mutating func takeName() {
    skipPreparation()
    // "2 small, ripe tomatoes", "2 ounces, approximately, of cheese"
    while name.isEmpty, tokens.token(position) == .separator {
      position += 1
      skip { $0 == "of" || $0.has(.lineHedge) }
      skipPreparation()
    }
    while let token = tokens.token(position), !ends(at: position) || continuesModifiers() || continuesList() {
      // "fresh large basil leaves"
      let next = text(position + 1)
      if let text = token.text, !text.has(.lineSize) || next.isEmpty || next == "grain" { name.append(text) }
      position += 1
      // "1 whole finely minced chili", "roasted, peeled peppers"
      if name == ["whole"] && next.has(.lineAdverb) || token == .separator { skipPreparation() }
    }
    while name.last?.has(.lineDangling) == true { name.removeLast() }
  }

  /// Whether the comma separates modifiers of one head noun: "Peanut, corn or vegetable oil".
  private func continuesList() -> Bool {
    guard tokens.token(position) == .separator, name.count == 1 else { return false }
    let clause = tokens[(position + 1)...].prefix { $0 != .separator }.prefix(6)
    return clause.contains(.word("or")) && clause.contains { $0.text?.has(.lineHead) == true }
  }

  /// Whether the comma separates modifiers before the name: "Skinless, boneless chicken breasts".
  private func continuesModifiers() -> Bool {
    tokens.token(position) == .separator && !name.isEmpty && name.allSatisfy { $0.has(.lineModifier) }
      && !text(position + 1).isEmpty
  }

  /// Whether the name ends: at a separator, at a word that begins a comment, or before another amount ("00" is none).
  private func ends(at index: Int) -> Bool {
    switch tokens.token(index) {
    case .number(let value, _): return !name.isEmpty && value > 0
    case .word(let word):
      let next = text(index + 1)
      if name.isEmpty || word == "and" && name == ["half"] && next == "half" { return false }
      if word == "to", name == ["ready"] { return false }
      if ["or", "and", "plus"].contains(word) {
        return word == "plus" || next.has(.lineOther) || hasAmount(index + 1)
      }
      return Self.beginsComment(word, next: next)
    case .separator, nil: return true
    default: return false
    }
  }

  /// Skips "finely chopped", "peeled and finely grated" or "fresh or frozen" before the name.
  private mutating func skipPreparation() { while let length = preparationLength { position += length } }

  /// The number of tokens of a preparation at the position.
  private var preparationLength: Int? {
    let (word, next, third) = (text(position), text(position + 1), text(position + 2))
    func isState(_ word: String) -> Bool { word.has(.linePreparation) || word.has(.lineState) }
    if word.has(.lineSize) && next != "grain" || word.has(.linePraise) { return 1 }
    if next == "quality", ["fine", "high", "top", "excellent"].contains(word) { return 2 }
    // "freshly ground black pepper", "fresh cleaned squid"
    if word == "freshly" && next.has(.linePowder) || word == "fresh" && next.has(.linePreparation), !third.isEmpty {
      return 2
    }
    if word.has(.lineAdverb), next.has(.linePreparation) || next.has(.lineAdverb) { return 1 }
    if word.has(.linePreparation), !Self.belongsToName(word, next) {
      // "shelled, unsalted peanuts"
      if tokens.token(position + 1) == .separator, name.isEmpty, !third.isEmpty { return 2 }
      if !next.isEmpty { return 1 }
    }
    if word == "and" || word == "or", isState(text(position - 1)), isState(next) || next.has(.lineAdverb) { return 2 }
    return word.has(.lineState) && next == "or" && third.has(.lineState) ? 3 : nil
  }

  /// Whether the preparation is part of the name of a product: "crushed tomatoes".
  private static func belongsToName(_ word: String, _ next: String) -> Bool {
    if word == "hard" || word == "soft" { return next != "cooked" && next != "boiled" }
    return named.contains { $0[0].contains(word) && $0[1].contains(next) }
  }

  /// Whether a word after a name begins the comment. The next word is empty at the end.
  private static func beginsComment(_ word: String, next: String) -> Bool {
    comments.contains { row in
      row[0].contains(word)
        && (row[1] == ["*"] || row[1].contains(next.isEmpty ? "." : next)
          || row[1].contains("or") && next.has(.lineAdverb))
    }
  }

  private static let named = Lexicon.table("line-named")
  private static let comments = Lexicon.table("line-comment")
}
