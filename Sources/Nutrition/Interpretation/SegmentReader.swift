import HealthModels

/// Turns one segment into items.
struct SegmentReader {
  struct Outcome: Sendable {
    /// One per food, in the order of the text.
    var items: [ParsedItem] = []
    /// Words that belong to no known food, and the size and unit among them; set only if there are no items.
    var unknown = ""
    var size, unit: MeasureUnit?
  }

  private let table: FoodTable
  private var matcher: FoodMatcher

  init(_ matcher: FoodMatcher) {
    table = matcher.table
    self.matcher = matcher
  }

  mutating func read(_ segment: Segment) -> Outcome {
    let words = segment.words
    let found = matcher.find(words, isOneFood: segment.isOneFood)
    var size = size(words, found.unmatched)
    let unit = unit(words, found.unmatched) ?? segment.measure?.unit ?? namedUnit(words, found)
    let unmatched = found.unmatched.filter { words[$0].unit == nil }
    let unknown = unmatched.filter { !words[$0].has(.descriptor) }.map { words[$0].text }
    let descriptors = unmatched.count - unknown.count
    guard !found.matches.isEmpty else {
      return Outcome(unknown: unknown.joined(separator: " "), size: size, unit: unit)
    }
    let quantity = QuantityMerge.merged(segment.quantities)
    // "a cup of small shrimp"
    if quantity?.unit?.isWeightOrVolume == true { size = nil }
    // "2 eggs bacon toast": the quantity belongs to the food next to it.
    let quantified = segment.quantities.first?.isTrailing == true ? found.matches.count - 1 : 0
    var outcome = Outcome()
    for (index, match) in found.matches.enumerated() {
      // The words of the name and those between them.
      let label = words[match.range].filter { !$0.has(.narration) }.map(\.text).joined(separator: " ")
      var item =
        index == quantified
        ? item(match, quantity, unit: quantity?.unit ?? unit, size: size, label: label)
        : item(match, nil, unit: nil, size: nil, label: label)
      let isLast = index == found.matches.count - 1
      item.confidence *= Confidence.ofFood(
        match, unmatched: isLast ? unknown.count : 0, descriptors: descriptors, weight: item.confidence)
      if isLast {
        item.apply(segment.statedNutrients, hasAmount: quantity != nil)
        if !unknown.isEmpty {
          item.add(note: "\"\(unknown.joined(separator: " ").prefix(80))\" not taken into account")
        }
      }
      item.confidence = Confidence.rounded(item.confidence)
      outcome.items.append(item)
    }
    return outcome
  }

  private func item(
    _ match: FoodMatch, _ quantity: Quantity?, unit: MeasureUnit?, size: MeasureUnit?, label: String
  ) -> ParsedItem {
    var food = table[match.food]
    // "porridge 40 g" is weighed before it is cooked.
    if let quantity, quantity.unit == .gram, let row = Lexicon.table("dry").first(where: { $0[1].contains(food.name) }),
      quantity.amount.value <= Double(row[0][0]) ?? 0
    {
      food = FoodTable.builtIn.food(named: row[2][0]) ?? food
    }
    // "0,4 Cola"
    let isLiters = quantity?.amount.hasComma == true && food.kind != .food && 0.1...2 ~= quantity?.amount.value ?? 0
    let unit = unit ?? (isLiters ? .liter : nil)
    let portion =
      EggDish.portion(food, quantity, unit, size, label: label)
      ?? PortionResolver(food: food).portion(value: quantity?.amount.value, unit: unit, size: size)
    var item = ParsedItem(food, portion, quantity?.amount, label: label, notes: match.corrections)
    if quantity?.amount.note != nil { item.confidence *= Confidence.vagueAmount }
    if match.isGeneric {
      item.name = Self.title(label)
      item.add(note: "no figures of its own are known, counted as \(food.name)")
    }
    return item
  }

  /// "celeriac soup" in title case, at most 60 letters.
  static func title(_ label: String) -> String {
    label.prefix(60).split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  /// The unit inside a name: "a carton of orange juice", "a juice pouch", "a sausage patty".
  private func namedUnit(_ words: [SegmentWord], _ found: FoodMatches) -> MeasureUnit? {
    guard let match = found.matches.last else { return nil }
    let names = words[match.range].flatMap(\.parts).map(\.text)
    return names.lazy.compactMap { MeasureUnit(spelling: $0) }.first {
      [.container, .packet, .patty].contains($0) && table[match.food].measures[$0] != nil
    }
  }

  /// The first size among the unmatched words; of "extra large" both.
  private func size(_ words: [SegmentWord], _ unmatched: [Int]) -> MeasureUnit? {
    guard let index = unmatched.first(where: { words[$0].isSize }) else { return nil }
    let pair = index > 0 ? UnitLexicon.pairs[words[index - 1].text + " " + words[index].text] : nil
    return pair ?? words[index].unit
  }

  /// The unit after the food ("2 bread slices") or without an amount ("slice of bread").
  private func unit(_ words: [SegmentWord], _ unmatched: [Int]) -> MeasureUnit? {
    // A single letter without a number is a typing error rather than grams or litres.
    let spelled = unmatched.map { words[$0] }.filter { $0.text.utf8.count > 1 }
    let units = spelled.compactMap(\.unit).filter { !$0.isSize }
    // A package is more specific than a serving ("a single serving bag") or "the whole bag".
    return units.first { ![.serving, .whole].contains($0) } ?? units.last
  }
}
