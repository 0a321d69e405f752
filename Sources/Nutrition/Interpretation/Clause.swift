import HealthModels

/// A segment with the foods that its words name. It is read once for all interpretations.
final class Clause {
  let segment: Segment
  let found: FoodMatches
  /// The food, of several the last.
  let dish: Dish?
  /// The words that may be part of a name, by their numbers in the table.
  let words: Set<UInt32>
  /// The words of each name in it.
  let named: [Set<UInt32>]
  /// The weight of the words that name its foods.
  let weight: Float

  init(_ segment: Segment, _ matcher: inout FoodMatcher) {
    self.segment = segment
    found = matcher.find(segment.words, isOneFood: segment.isOneFood)
    let table = matcher.table
    dish = found.matches.last.map { Dish(table[$0.food]) }
    // "without skin" has the words of "skin free", too.
    let negated = segment.connector == .excluded ? ["without", "no", "fre"] : []
    words = table.numbers(of: segment.words).union(negated.compactMap(table.number))
    named = found.matches.map { table.numbers(of: segment.words[$0.range].filter { !$0.has(.brand) }) }
    weight = named.reduce(0) { $0 + table.coverage.weight(of: $1) }
  }

  /// Whether it is a number of pieces and nothing else: ", 3 pieces", "x2".
  var isCount: Bool {
    segment.words.isEmpty && segment.quantities.map { $0.amount.isArticle ? nil : $0.unit ?? .piece } == [.piece]
  }

  /// Whether its food has pieces; nil if it has a quantity.
  var mayCount: Bool? { segment.quantities.isEmpty ? dish.map { $0.food.measures[.piece] != nil } : nil }

  /// Whether one name does not have all words.
  var hasFurtherWords: Bool {
    found.matches.count > 1 || !found.unmatched.isEmpty || found.matches.first?.isLoose == true
  }

  /// The head noun, if it belongs to no name: the "breast" of "skinless grilled chicken breast".
  var unknownHead: SegmentWord? {
    guard found.matches.count == 1, let last = found.unmatched.last, last >= found.matches[0].range.upperBound else {
      return nil
    }
    let head = segment.words[last]
    return head.has(.descriptor) || head.unit != nil ? nil : head
  }

  /// Whether the clause has no amount of its own, or one of the whole description, and may describe the one before it.
  func mayDescribe(total: Bool) -> Bool {
    guard total || !segment.isQuantified, segment.list == nil, segment.statedNutrients.isEmpty, !segment.beginsItem,
      !segment.words.contains(where: { $0.text == "another" })
    else { return false }
    return segment.connector.mayBelongToPrevious || segment.connector == .excluded
      || [.next, .beside].contains(segment.connector) && (segment.quantities.isEmpty || total && segment.followsAnd)
  }

  /// The weight after the clause, if it is rather that of the food described than of this part: "burrito with meat
  /// (270 g)", but "yogurt with honey (20 g)".
  func total(of whole: Segment, _ base: Dish?) -> Quantity? {
    let stated = segment.quantities.filter { !$0.amount.isArticle }
    guard let weight = stated.first, stated.count == 1, weight.isTrailing, let part = dish?.food, let base = base?.food,
      whole.quantities.allSatisfy({ $0.amount.isArticle && $0.unit?.isWeightOrVolume != true }),
      let size = weight.unit?.grams ?? (base.kind == .drink ? weight.unit?.milliliters : nil)
    else { return nil }
    let grams = weight.amount.value * size
    func distance(_ food: Food) -> Double { max(grams, food.servingGrams) / max(1, min(grams, food.servingGrams)) }
    return distance(base) < distance(part) * 1.1 ? weight : nil
  }

  /// Whether it is the dressing of a salad, which is an item of its own.
  var isDressing: Bool {
    segment.connector != .attribute && ["dressing", "vinaigrette"].contains(segment.words.last?.text)
  }
}

extension FoodTable {
  /// The numbers of the words that may be part of a name.
  func numbers(of words: some Collection<SegmentWord>) -> Set<UInt32> {
    Set(NameWords.of(Array(words)).compactMap { number(of: $0.stem) })
  }
}

extension ArraySlice<Clause> {
  /// Whether it begins with a list in brackets or with an "and": "beans, corn and cheese", but not "oil, corn, tea".
  var endsInAnd: Bool {
    prefix(7).map(\.segment).prefix { $0.connector == .next && !$0.beginsEntry }
      .contains { $0.followsAnd || $0.isListed || $0.words.contains { $0.food != nil } }
  }
}
