/// Labels one ingredient line, as recipes have them: amount, unit, food, and what is to be done with it.
///
/// Knows no foods, so that a line of unknown ones is labelled as well. One pass.
struct IngredientLineParser {
  private let tokens: [Token]
  private let amounts: AmountReader
  private var position = 0
  private var label = IngredientLabel()
  /// Words of the name so far.
  private var name: [String] = []

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

  /// The amount at the position with its unit, and others that say the same in another way.
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

  /// "1 14-ounce can", "4 x 150g/5oz fillets", "one 3-inch piece": what is counted is behind it.
  private mutating func skipSizeOfOne() {
    guard label.unit.isEmpty, let end = measureEnd(position) else { return }
    position = end
    while token(position) == .slash, let end = measureEnd(position + 1) { position = end }
  }

  /// Behind a number and a unit of weight, volume or length.
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
    // "6 cloves": what ends the line is counted, not measured.
    if name.isEmpty, !found.isDimension, token(found.next)?.text == nil, found.unit?.isPackage != true { return }
    label.unit = found.name
    position = found.next
    if IngredientUnit.isLength(found.name) { skip { $0 == "piece" || $0 == "pieces" || $0 == "long" || $0 == "thick" } }
  }

  /// "1 lb 2 oz", "2lb 4oz": the second says the rest.
  private mutating func takeRestOfWeight() {
    guard !label.unit.isEmpty, case .number? = token(position), let end = measureEnd(position) else { return }
    position = end
  }

  /// "400 g tin of chickpeas", "375 g pack puff pastry": the weight is the amount.
  private mutating func skipWrapping() {
    guard !label.unit.isEmpty, let found = IngredientUnit.at(position, tokens), found.isPackage,
      token(found.next)?.text != nil
    else { return }
    position = found.next
  }

  /// "/1 3/4 oz", "plus 1 teaspoon", "or 12 oz" right behind an amount.
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

  /// "Green ends from 2 scallions", "juice of 1 lemon": the amount stands behind "from" or "of".
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

  /// "rice 150 g", "eggs - 2".
  private mutating func takeTrailingAmount() {
    var index = position
    while token(index) == .separator { index += 1 }
    guard amounts.amount(at: index) != nil else { return }
    position = index
    let kept = name
    _ = takeAmount()
    name = kept
  }

  /// "2 celery stalks", "3 garlic cloves": the unit behind the name.
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

  /// "Peanut, corn or vegetable oil": the comma parts names that share what follows.
  private func continuesList() -> Bool {
    guard label.quantity == nil, token(position) == .separator, name.count == 1, let first = token(position + 1)?.text,
      !IngredientLexicon.isPreparation(first), !IngredientLexicon.isAdverb(first),
      !IngredientLexicon.beginsComment(first, next: "")
    else { return false }
    let clause = tokens[(position + 1)...].prefix { $0 != .separator }
    return clause.prefix(6).contains { $0 == .word("or") || $0 == .word("and") }
  }

  /// "Skinless, boneless chicken breasts": the comma parts what is said about a food that is not named yet.
  private func continuesModifiers() -> Bool {
    token(position) == .separator && !name.isEmpty && name.allSatisfy(IngredientLexicon.isModifier)
      && token(position + 1)?.text.map { !IngredientLexicon.isPreparation($0) && !IngredientLexicon.isAdverb($0) }
        == true
  }

  /// "6 corn or 4 flour tortillas": the first name shares the last word.
  private mutating func sharesHead() {
    guard name.count == 1, token(position) == .word("or"), let other = amounts.amount(at: position + 1) else { return }
    let clause = tokens[other.next...].prefix { $0 != .separator }.compactMap(\.text)
    if clause.count > 1, IngredientUnit.at(other.next, tokens) == nil, let last = clause.last { name.append(last) }
  }

  /// Where the name is over: at a stop, at a word that begins a comment, or before another amount.
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

  /// "finely chopped", "peeled and finely grated", "fresh or frozen" before the name.
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
