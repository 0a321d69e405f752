import HealthModels

/// Reduces several adjacent names to the one food that they mean.
///
/// Two adjacent names are usually one dish, named by the last ("pumpkin pancakes"), unless the first is a plural ("eggs
/// toast"). Of more than two, or with words between, only a dish takes in the others ("chicken caesar salad wrap").
struct CompoundRule {
  let table: FoodTable

  /// Longer runs are lists rather than names, and each pair costs a look-up.
  private static let maxNames = 24

  func apply(to found: inout FoodMatches, _ words: [SegmentWord], isOneFood: Bool) {
    keepSpecific(&found, words)
    let matches = found.matches
    guard matches.count > 1, let last = matches.last else { return }
    let isPlural = matches.dropLast().contains { words[$0.range.upperBound - 1].text.hasSuffix("s") }
    let isProtected = words[last.range.lowerBound].food != nil
    let isAdjacent = zip(matches, matches.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound }
    let isPair = isAdjacent && matches.count == 2 && !isProtected && !isComplete(matches[0], before: last)
    let isOne = isOneFood && matches.allSatisfy { table[$0.food].kind == table[last.food].kind }
    let isExtended = words[matches[0].range.upperBound..<last.range.lowerBound].contains { $0.text == "extra" }
    guard isOne || !isPlural && !isExtended && (isPair || Self.categoriesOfDishes.contains(table[last.food].category))
    else { return }
    found.unmatched = (found.unmatched + matches.dropLast().flatMap { Array($0.range) }).sorted()
    found.matches = [last]
    found.matches[0].isLoose = true
  }

  /// "frosted flakes cereal", "doritos cool ranch flavor tortilla chips": of two names for one food, keeps the more
  /// specific one.
  private func keepSpecific(_ found: inout FoodMatches, _ words: [SegmentWord]) {
    guard found.matches.count <= Self.maxNames else { return }
    var kept: [FoodMatch] = []
    for match in found.matches {
      guard let last = kept.last, isKind(last, of: match, words) || isKind(match, of: last, words) else {
        kept.append(match)
        continue
      }
      var specific = isKind(last, of: match, words) ? match : last
      specific.range = last.range.lowerBound..<match.range.upperBound
      kept[kept.count - 1] = specific
    }
    guard kept.count < found.matches.count else { return }
    found.matches = kept
    let inside = Set(kept.flatMap { Array($0.range) })
    found.unmatched.removeAll { inside.contains($0) && words[$0].has(.modifier) }
  }

  /// Whether `kind` is only the kind of `food` (a hypernym: "cereal" of "frosted flakes").
  private func isKind(_ kind: FoodMatch, of food: FoodMatch, _ words: [SegmentWord]) -> Bool {
    guard kind.food != food.food else { return true }
    let (first, second) = (table[kind.food], table[food.food])
    guard first.category == second.category, first.kind == second.kind, words[kind.range.lowerBound].food == nil else {
      return false
    }
    if Lexicon.isKind(words[kind.range]) { return !isIngredient(food, words) }
    let isHead = table.heads[words[kind.range.upperBound - 1].stem] == kind.food
    if isHead, kind.range.lowerBound > food.range.lowerBound {
      return table.heads[words[food.range.upperBound - 1].stem] != food.food && !isIngredient(food, words)
    }
    return Set(Tokenizer.keyStems(first.name)).isStrictSubset(of: Tokenizer.keyStems(second.name)) && kind.words > 1
  }

  /// Ingredients of sweets are not sweets themselves: "chocolate cookies" are cookies.
  private func isIngredient(_ match: FoodMatch, _ words: [SegmentWord]) -> Bool {
    words[match.range.upperBound - 1].has(.sweetener)
  }

  /// Whether the first of two foods is no ingredient of the other: "toast coffee", "shepherd's pie carrots".
  private func isComplete(_ match: FoodMatch, before last: FoodMatch) -> Bool {
    let (category, other) = (table[match.food].category, table[last.food])
    if ["dish", "soup", "bread"].contains(category) {
      return ["fruit", "vegetable", "egg"].contains(other.category) || other.kind != .food
    }
    return other.kind != .food && ["grain", "egg", "meat", "fish", "snack"].contains(category)
  }

  /// Categories of foods whose names begin with ingredients ("chicken caesar salad wrap", "caramel peanut chocolate
  /// bar").
  private static let categoriesOfDishes: Set<String> = ["dish", "soup", "sweet", "snack", "sauce", "baby"]
}
