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
    let between = words[matches[0].range.upperBound..<last.range.lowerBound]
    let isPlural = matches.dropLast().contains { words[$0.range.upperBound - 1].text.hasSuffix("s") }
    let isProtected = words[last.range.lowerBound].food != nil
    let isAdjacent = zip(matches, matches.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound }
    let isPair = isAdjacent && matches.count == 2 && !isProtected
    let isOne = isOneFood && matches.allSatisfy { table[$0.food].kind == table[last.food].kind }
    // "undhiyu big katori shrikhand", but "a roll of fruit snacks"
    let isList =
      between.contains { $0.text == "extra" || $0.unit?.customaryMilliliters != nil } || isPlural
      || !isOneFood && !between.contains { $0.text == "of" }
        && zip(matches, matches.dropFirst()).contains {
          isComplete($0, before: $1, words) || isComplete($0, before: last, words)
        }
    guard isOne || !isList && (isPair || Self.categoriesOfDishes.contains(table[last.food].category)) else { return }
    // "a chobani peach": what follows is the flavor.
    if isPair, !isOneFood, Self.flavored.contains(Dish(table[matches[0].food]).role), isFlavor(last, words) {
      found.matches = [matches[0]]
      found.matches[0].range = matches[0].range.lowerBound..<last.range.upperBound
    } else {
      found.unmatched = (found.unmatched + matches.dropLast().flatMap { Array($0.range) }).sorted()
      found.matches = [last]
    }
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

  /// Whether the first of two foods is no ingredient of the other: "toast coffee", "burger mayo", "porridge honey", "sandwich
  /// twix"; not "chicken pie", because a pie is named after something. The categories are rows of `words.tsv`.
  private func isComplete(_ match: FoodMatch, before last: FoodMatch, _ words: [SegmentWord]) -> Bool {
    let (food, other, head) = (Dish(table[match.food]), Dish(table[last.food]), words[last.range.upperBound - 1])
    switch other.role {
    case "bread" where food.isSandwichFilling || head.has(.head): return false
    case "sweet" where table.heads[head.stem] != nil, "dish" where table.heads[head.stem] != nil: return false
    case let role: return Lexicon.table("beside").contains { $0[0].contains(food.role) && $0[1].contains(role) }
    }
  }

  /// Whether a food is rather the flavor of a prepared one before it, or its filling.
  private func isFlavor(_ match: FoodMatch, _ words: [SegmentWord]) -> Bool {
    let food = table[match.food]
    return food.kind == .food && ["fruit", "nut", "spice", "meat", "fish", "legume"].contains(food.category)
      || isIngredient(match, words)
  }

  private static let flavored: Set<String> = [
    "dish", "soup", "handheld", "sweet", "snack", "dairy", "supplement", "bread", "blended",
  ]

  /// Categories of foods whose names begin with ingredients ("chicken caesar salad wrap", "caramel peanut chocolate
  /// bar").
  private static let categoriesOfDishes: Set<String> = ["dish", "soup", "sweet", "snack", "sauce", "baby"]
}
