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
    var reader = IngredientLineParser(IngredientClauses.withoutBrackets(Tokenizer.tokens(text)))
    reader.run()
    return reader.label
  }

  private init(_ tokens: [Token]) {
    self.tokens = tokens
    amounts = AmountReader(tokens: tokens)
  }

  private mutating func run() {
    skip { IngredientLexicon.isHedge($0) }
    // "a 400g tin"
    if token(position) == .word("a"), case .number? = token(position + 1) { position += 1 }
    let start = position
    if !takeAmount() { seekAmount() }
    if label.quantity == nil { position = start }
    takeName()
    if label.quantity == nil { takeTrailingAmount() }
    takeTrailingUnit()
    label.name = name.joined(separator: " ")
    label.comment = tokens[min(position, tokens.count)...].compactMap(\.text).joined(separator: " ")
  }

  /// Takes the amount at the position with its unit, and skips alternative expressions of it.
  private mutating func takeAmount() -> Bool {
    guard let read = amounts.amount(at: position) else { return false }
    label.quantity = read.amount.lower ?? read.amount.value
    label.upper = read.amount.upper
    position = read.next
    skip { $0 == "x" || IngredientLexicon.isHedge($0) }
    skipSizeOfOne()
    takeUnit()
    takeRestOfWeight()
    while takeAlternative() {}
    skipWrapping()
    skip { $0 == "of" || $0 == "a" || $0 == "an" || $0 == "the" || $0 == "each" }
    return true
  }

  /// Skips the size of one: "1 14-ounce can", "4 x 150g/5oz fillets", "one 3-inch piece".
  private mutating func skipSizeOfOne() {
    guard label.unit.isEmpty, let end = measureEnd(position) else { return }
    position = end
    while token(position) == .slash, let end = measureEnd(position + 1) { position = end }
  }

  /// The position after a number and a unit of weight, volume or length.
  private func measureEnd(_ start: Int) -> Int? {
    guard let size = amounts.amount(at: start), let unit = IngredientUnit.at(size.next, tokens), unit.isDimension else {
      return nil
    }
    return unit.next
  }

  private mutating func takeUnit() {
    skip { IngredientLexicon.isSize($0) || IngredientLexicon.isHedge($0) }
    // "thumb-sized"
    if let next = token(position + 1)?.text, next == "sized" || next == "size" { position += 2 }
    guard let found = IngredientUnit.at(position, tokens) else { return }
    // "6 cloves": at the end of the line the word is the food.
    if name.isEmpty, !found.isDimension, token(found.next)?.text == nil, found.unit?.isPackage != true { return }
    label.unit = found.name
    position = found.next
    if IngredientUnit.isLength(found.name) { skip { $0 == "piece" || $0 == "pieces" || $0 == "long" || $0 == "thick" } }
  }

  /// Skips the second part of "1 lb 2 oz" and "2lb 4oz".
  private mutating func takeRestOfWeight() {
    guard !label.unit.isEmpty, case .number? = token(position), let end = measureEnd(position) else { return }
    position = end
  }

  /// Skips the package of "400 g tin of chickpeas" and "375 g pack puff pastry", whose amount is the weight.
  private mutating func skipWrapping() {
    guard !label.unit.isEmpty, let found = IngredientUnit.at(position, tokens), found.isPackage,
      token(found.next)?.text != nil
    else { return }
    position = found.next
  }

  /// Takes "/1 3/4 oz", "plus 1 teaspoon" or "or 12 oz" directly after an amount.
  private mutating func takeAlternative() -> Bool {
    // "2.5cm/1in piece": elsewhere "in" is no unit.
    if IngredientUnit.isLength(label.unit), token(position) == .slash, let read = amounts.amount(at: position + 1),
      token(read.next) == .word("in")
    {
      position = read.next + 1
      skip { $0 == "piece" || $0 == "pieces" }
      return true
    }
    guard let token = token(position), token == .slash || token == .ampersand || token == .word("plus"),
      let read = amounts.amount(at: position + 1), let unit = IngredientUnit.at(read.next, tokens)
    else { return false }
    position = unit.next
    takeRestOfWeight()
    if IngredientUnit.isLength(unit.name) { skip { $0 == "piece" || $0 == "pieces" } }
    return true
  }

  /// Finds the amount after "from" or "of": "Green ends from 2 scallions", "juice of 1 lemon".
  private mutating func seekAmount() {
    var index = position
    while let token = token(index), token != .separator {
      if token == .word("from") || token == .word("of"), amounts.amount(at: index + 1) != nil {
        let words = tokens[position..<index].compactMap(\.text).drop {
          IngredientLexicon.isPreparation($0) || IngredientLexicon.isAdverb($0)
        }
        position = index + 1
        if takeAmount(), IngredientLexicon.isPart(words.last ?? "") { name = words + [token.text ?? "of"] }
        return
      }
      index += 1
    }
  }

  /// Takes the amount after the name: "rice 150 g", "eggs - 2".
  private mutating func takeTrailingAmount() {
    var index = position
    while token(index) == .separator { index += 1 }
    guard amounts.amount(at: index) != nil else { return }
    position = index
    let kept = name
    _ = takeAmount()
    name = kept
  }

  /// Takes the unit after the name: "2 celery stalks", "3 garlic cloves".
  private mutating func takeTrailingUnit() {
    guard label.unit.isEmpty, label.quantity != nil, name.count > 1, let last = name.last,
      let unit = MeasureUnit(spelling: last), IngredientUnit.standsBehind(unit),
      // "3 whole cloves" are the spice.
      name.dropLast().contains(where: { $0 != "whole" && !IngredientLexicon.isState($0) })
    else { return }
    label.unit = IngredientLabel.unitName(last)
    name.removeLast()
  }

  private mutating func skip(_ isSkipped: (String) -> Bool) {
    while case .word(let word)? = token(position), isSkipped(word) { position += 1 }
  }

  private func token(_ index: Int) -> Token? { index < tokens.count ? tokens[index] : nil }
}

// MARK: - Name

extension IngredientLineParser {
  private mutating func takeName() {
    skipPreparation()
    // "2 small, ripe tomatoes"
    while name.isEmpty, label.quantity != nil, token(position) == .separator {
      position += 1
      skipPreparation()
    }
    // "4 large or 6 small carrots"
    if name.isEmpty, token(position) == .word("or"), let other = amounts.amount(at: position + 1) {
      position = other.next
      skipPreparation()
    }
    while let token = token(position), !ends(at: position) || continuesList() || continuesModifiers() {
      // "salt and freshly ground pepper"
      if let text = token.text, IngredientLexicon.isFreshly(text, self.token(position + 1)?.text ?? ""),
        self.token(position + 2)?.text != nil, text == "freshly"
      {
        position += 2
        continue
      }
      if let text = token.text { name.append(text) }
      position += 1
    }
    sharesHead()
    while let last = name.last, IngredientLexicon.isDangling(last) { name.removeLast() }
  }

  /// Whether the comma separates modifiers of one head noun: "Peanut, corn or vegetable oil".
  private func continuesList() -> Bool {
    guard label.quantity == nil, token(position) == .separator, name.count == 1, let first = token(position + 1)?.text,
      !IngredientLexicon.isPreparation(first), !IngredientLexicon.isAdverb(first),
      !IngredientLexicon.beginsComment(first, next: "")
    else { return false }
    let clause = tokens[(position + 1)...].prefix { $0 != .separator }
    return clause.prefix(6).contains { $0 == .word("or") || $0 == .word("and") }
  }

  /// Whether the comma separates modifiers before the name: "Skinless, boneless chicken breasts".
  private func continuesModifiers() -> Bool {
    token(position) == .separator && !name.isEmpty && name.allSatisfy(IngredientLexicon.isModifier)
      && token(position + 1)?.text.map { !IngredientLexicon.isPreparation($0) && !IngredientLexicon.isAdverb($0) }
        == true
  }

  /// Adds the head noun of the second name to the first: "6 corn or 4 flour tortillas".
  private mutating func sharesHead() {
    guard name.count == 1, token(position) == .word("or"), let other = amounts.amount(at: position + 1) else { return }
    let clause = tokens[other.next...].prefix { $0 != .separator }.compactMap(\.text)
    if clause.count > 1, IngredientUnit.at(other.next, tokens) == nil, let last = clause.last { name.append(last) }
  }

  /// Whether the name ends: at a separator, at a word that begins a comment, or before another amount.
  private func ends(at index: Int) -> Bool {
    guard let token = token(index) else { return true }
    switch token {
    case .separator: return true
    case .slash: return amounts.amount(at: index + 1) != nil
    case .number: return !name.isEmpty
    case .word(let word):
      if name.isEmpty { return false }
      let next = self.token(index + 1)?.text ?? ""
      if word == "and", name == ["half"], next == "half" { return false }
      if word == "or" || word == "and" || word == "plus" {
        return IngredientLexicon.isAlternative(next) || amounts.amount(at: index + 1) != nil || word == "plus"
          || IngredientLexicon.isPreparation(next) && word == "and"
            && IngredientClauses.isPreparation(from: index + 1, tokens)
      }
      return IngredientLexicon.beginsComment(word, next: next)
    default: return false
    }
  }

  /// Skips "finely chopped", "peeled and finely grated" or "fresh or frozen" before the name.
  private mutating func skipPreparation() {
    while let word = token(position)?.text {
      let next = token(position + 1)?.text ?? ""
      if IngredientLexicon.isSize(word) || IngredientLexicon.isPraise(word) {
        position += 1
      } else if IngredientLexicon.isFreshly(word, next), token(position + 2)?.text != nil {
        position += 2
      } else if IngredientLexicon.isAdverb(word), token(position + 1).map({ $0.text != nil }) == true {
        position += 1
      } else if IngredientLexicon.isPreparation(word), !IngredientLexicon.belongsToName(word, next),
        isFollowedByName(position)
      {
        // "shelled, unsalted peanuts"
        position += token(position + 1) == .separator ? 2 : 1
      } else if word == "and" || word == "or", position > 0, let before = tokens[position - 1].text,
        IngredientLexicon.isPreparation(before) || IngredientLexicon.isState(before),
        IngredientLexicon.isPreparation(next) || IngredientLexicon.isAdverb(next) || IngredientLexicon.isState(next)
      {
        position += 2
      } else if IngredientLexicon.isState(word), next == "or", let third = token(position + 2)?.text,
        IngredientLexicon.isState(third)
      {
        position += 3
      } else {
        return
      }
    }
  }

  private func isFollowedByName(_ index: Int) -> Bool {
    guard let next = token(index + 1) else { return false }
    if next == .separator { return token(index + 2)?.text != nil && name.isEmpty }
    return next.text != nil
  }
}
