import HealthModels

/// Turns one part into items.
struct PartReader {
  /// What a part held.
  struct Outcome: Sendable {
    var items: [ParsedItem] = []
    /// Words that name no known food; empty when everything was understood.
    var unknown = ""
    /// What stands with them where they are all there is.
    var size: MeasureUnit?
    var unit: MeasureUnit?
  }

  let table: FoodTable
  var finder: FoodFinder

  init(_ table: FoodTable) {
    self.table = table
    finder = FoodFinder(table)
  }

  /// The only food of a part, if it names one.
  mutating func food(of part: Part) -> Int? {
    let matches = finder.find(part.words).matches
    return matches.count == 1 ? matches[0].food : matches.last?.food
  }

  mutating func read(_ part: Part) -> Outcome {
    var (matches, rest) = finder.find(part.words, isOne: Self.isOne(part))
    let size = takeSize(part.words, &rest)
    let unit = takeUnit(part.words, &rest)
    let unknown = rest.filter { !KnownWords.isDescription(part.words[$0].text) }.map { part.words[$0].text }
    let passedOver = rest.count - unknown.count
    guard !matches.isEmpty else { return Outcome(unknown: unknown.joined(separator: " "), size: size, unit: unit) }
    let amount = AmountMerge.merged(part.amounts)
    var outcome = Outcome()
    for (index, match) in matches.enumerated() {
      // "2 eggs bacon toast": the amount belongs to the food next to it.
      let isMine = index == (part.amounts.first?.isTrailing == true ? matches.count - 1 : 0)
      var item = self.item(
        match, amount: isMine ? amount : nil, unit: isMine ? amount?.unit ?? unit : nil, size: isMine ? size : nil,
        label: Self.label(part.words, match, rest))
      let isLast = index == matches.count - 1
      item.confidence *= Confidence.ofFood(match, leftover: isLast ? unknown.count : 0, passedOver: passedOver)
      if isLast {
        item.apply(part.stated, hasAmount: amount != nil)
        if !unknown.isEmpty {
          item.add(note: "\"\(unknown.joined(separator: " ").prefix(80))\" not taken into account")
        }
      }
      item.confidence = Confidence.rounded(item.confidence)
      outcome.items.append(item)
    }
    matches.removeAll()
    return outcome
  }

  /// A weight or another unit in front of all words.
  private static func isOne(_ part: Part) -> Bool {
    guard part.amounts.count == 1, let amount = part.amounts.first, !amount.isTrailing else { return false }
    return amount.unit != nil
  }

  /// The words of the name, with those between them.
  private static func label(_ words: [PartWord], _ match: FoodFinder.Match, _ rest: [Int]) -> String {
    words[match.range].filter { !KnownWords.isNarration($0.text) }.map(\.text).joined(separator: " ")
  }

  private func item(
    _ match: FoodFinder.Match, amount: PartAmount?, unit: MeasureUnit?, size: MeasureUnit?, label: String
  ) -> ParsedItem {
    let food = table[match.food]
    let resolver = PortionResolver(food: food)
    let portion =
      Self.eggs(amount, unit, size, label, food)
      ?? resolver.portion(value: amount?.amount.value, unit: unit, size: size)
    var confidence = portion.confidence
    if amount?.amount.note != nil { confidence *= Confidence.vagueAmount }
    var notes = match.corrections + [amount?.amount.note].compactMap { $0 } + portion.notes
    if match.isFallback { notes.append("no figures of its own are known, counted as \(food.name)") }
    return ParsedItem(
      name: match.isFallback ? Self.title(label) : food.name, label: label,
      quantityText: portion.unit.text(portion.value), quantityValue: portion.value,
      unit: portion.unit.displayName, grams: portion.grams,
      nutrients: food.per100Grams.scaled(by: portion.grams / 100),
      confidence: confidence,
      notes: notes.joined(separator: "; "), kind: food.kind, reference: food.reference)
  }

  /// "a 3 egg omelette": what is counted are the eggs in it.
  private static func eggs(
    _ amount: PartAmount?, _ unit: MeasureUnit?, _ size: MeasureUnit?, _ label: String, _ food: Food
  ) -> Portion? {
    guard let amount = amount?.amount, !amount.isArticle, amount.value >= 1, unit == nil, label.contains("egg"),
      DishParts.isOfEggs(food)
    else { return nil }
    let piece = food.measures[.piece] ?? eggGrams
    let each = piece <= maxEggGrams ? piece : eggGrams
    // "3 large" of scrambled eggs are eggs; of an omelette they would read as omelettes.
    let counted = ByteSearch.holds(ByteSearch.folded(food.name), "egg") ? size ?? .piece : .piece
    return Portion(
      grams: min(amount.value * each, PortionResolver.maxGrams), value: amount.value, unit: counted,
      confidence: Confidence.ownPiece, notes: ["counted by the egg, \(Figure.text(each)) g"])
  }

  /// A large egg, beaten and fried; with fillings at most as much as the other.
  private static let (eggGrams, maxEggGrams) = (61.0, 110.0)

  /// "celeriac soup" as names are shown, at most 60 letters.
  static func title(_ label: String) -> String {
    label.prefix(60).split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  /// Takes the first size word out of the rest.
  private func takeSize(_ words: [PartWord], _ rest: inout [Int]) -> MeasureUnit? {
    var size: MeasureUnit?
    rest.removeAll { index in
      guard let unit = MeasureUnit(spelling: words[index].text), unit.isSize else { return false }
      size = size ?? unit
      return true
    }
    return size
  }

  /// Takes unit words that stand after the food ("2 bread slices") or without an amount ("slice of bread").
  private func takeUnit(_ words: [PartWord], _ rest: inout [Int]) -> MeasureUnit? {
    var unit: MeasureUnit?
    rest.removeAll { index in
      guard let found = MeasureUnit(spelling: words[index].text), !found.isSize else { return false }
      // A lone letter without a number is a slip of the keyboard rather than grams or litres. What a serving is sold
      // in says more ("a single serving bag").
      if words[index].text.utf8.count > 1, unit == nil || unit == .serving { unit = found }
      return true
    }
    return unit
  }
}
