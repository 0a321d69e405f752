/// Labels one ingredient line, as recipes have them: amount, unit, food, and what is to be done with it.
///
/// Knows no foods, so that a line of unknown ones is labelled as well. One pass.
struct LabelReader {
  let tokens: [Token]
  let amounts: AmountReader
  var position = 0
  var label = IngredientLabel()
  var name: [String] = []

  static func label(_ text: String) -> IngredientLabel {
    var reader = LabelReader(LineClauses.withoutBrackets(Tokeniser.tokens(text)))
    reader.run()
    return reader.label
  }

  private init(_ tokens: [Token]) {
    self.tokens = tokens
    amounts = AmountReader(tokens: tokens)
  }

  private mutating func run() {
    skip { LineWords.isHedge($0) }
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
    skip { $0 == "x" || LineWords.isHedge($0) }
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
    guard let size = amounts.amount(at: start), let unit = LineUnit.at(size.next, tokens), unit.isMeasure else {
      return nil
    }
    return unit.next
  }

  private mutating func takeUnit() {
    skip { LineWords.isSize($0) || LineWords.isHedge($0) }
    // "thumb-sized"
    if let next = token(position + 1)?.text, next == "sized" || next == "size" { position += 2 }
    guard let found = LineUnit.at(position, tokens) else { return }
    // "6 cloves": what ends the line is counted, not measured.
    if name.isEmpty, !found.isMeasure, token(found.next)?.text == nil, found.unit?.isPackage != true { return }
    label.unit = found.name
    position = found.next
    if LineUnit.isLength(found.name) { skip { $0 == "piece" || $0 == "pieces" || $0 == "long" || $0 == "thick" } }
  }

  /// "1 lb 2 oz", "2lb 4oz": the second says the rest.
  private mutating func takeRestOfWeight() {
    guard !label.unit.isEmpty, case .number? = token(position), let end = measureEnd(position) else { return }
    position = end
  }

  /// "400 g tin of chickpeas", "375 g pack puff pastry": the weight is the amount.
  private mutating func skipWrapping() {
    guard !label.unit.isEmpty, let found = LineUnit.at(position, tokens), found.isPackage,
      token(found.next)?.text != nil
    else { return }
    position = found.next
  }

  /// "/1 3/4 oz", "plus 1 teaspoon", "or 12 oz" right behind an amount.
  private mutating func takeAlternative() -> Bool {
    // "2.5cm/1in piece": elsewhere "in" is no unit.
    if LineUnit.isLength(label.unit), token(position) == .slash, let read = amounts.amount(at: position + 1),
      token(read.next) == .word("in")
    {
      position = read.next + 1
      skip { $0 == "piece" || $0 == "pieces" }
      return true
    }
    guard let token = token(position), token == .slash || token == .ampersand || token == .word("plus"),
      let read = amounts.amount(at: position + 1), let unit = LineUnit.at(read.next, tokens)
    else { return false }
    position = unit.next
    takeRestOfWeight()
    if LineUnit.isLength(unit.name) { skip { $0 == "piece" || $0 == "pieces" } }
    return true
  }

  /// "Green ends from 2 scallions", "juice of 1 lemon": the amount stands behind "from" or "of".
  private mutating func seekAmount() {
    var index = position
    while let token = token(index), token != .stop {
      if token == .word("from") || token == .word("of"), amounts.amount(at: index + 1) != nil {
        let words = tokens[position..<index].compactMap(\.text).drop {
          LineWords.isPreparation($0) || LineWords.isAdverb($0)
        }
        position = index + 1
        if takeAmount(), LineWords.isPart(words.last ?? "") { name = words + [token.text ?? "of"] }
        return
      }
      index += 1
    }
  }

  /// "rice 150 g", "eggs - 2".
  private mutating func takeTrailingAmount() {
    var index = position
    while token(index) == .stop { index += 1 }
    guard amounts.amount(at: index) != nil else { return }
    position = index
    let kept = name
    _ = takeAmount()
    name = kept
  }

  /// "2 celery stalks", "3 garlic cloves": the unit behind the name.
  private mutating func takeTrailingUnit() {
    guard label.unit.isEmpty, label.quantity != nil, name.count > 1, let last = name.last,
      let unit = MeasureUnit(spelling: last), LineUnit.standsBehind(unit),
      // "3 whole cloves" are the spice.
      name.dropLast().contains(where: { $0 != "whole" && !LineWords.isState($0) })
    else { return }
    label.unit = IngredientLabel.unitName(last)
    name.removeLast()
  }

  private mutating func skip(_ isSkipped: (String) -> Bool) {
    while case .word(let word)? = token(position), isSkipped(word) { position += 1 }
  }

  func token(_ index: Int) -> Token? { index < tokens.count ? tokens[index] : nil }
}
