/// Reduces several adjacent names to the one food that they mean.
///
/// Two adjacent names are usually one dish, named by the last ("pumpkin pancakes"), unless the first is a plural ("eggs
/// toast"). Of more than two, or with words between, only a dish takes in the others ("chicken caesar salad wrap").
struct CompoundRule {
  let table: FoodTable

  /// Longer runs are lists rather than names, and each pair costs a look-up.
  private static let maxNames = 24

  /// - Parameter isOneFood: whether a weight before the words applies to all of them.
  func apply(to found: inout FoodMatches, _ words: [SegmentWord], isOneFood: Bool) {
    keepSpecific(&found, words)
    if found.matches.count > 1, let first = found.matches.first, isShape(first, words),
      first.range.upperBound < words.count, words[first.range.upperBound].text == "of"
    {
      found.matches.removeFirst()
    }
    let matches = found.matches
    guard matches.count > 1, let last = matches.last else { return }
    if isShape(last, words), let named = matches.dropLast().last {
      found.matches = [named]
      found.matches[0].isLoose = true
      return
    }
    let isProtected = words[last.range.lowerBound].food != nil
    let takesIn = Self.categoriesOfDishes.contains(table[last.food].category)
    let isAdjacent = zip(matches, matches.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound }
    let isHandheld = Dish(table[last.food]).isHandheld
    let isPlural = matches.dropLast().contains { match in
      words[match.range.upperBound - 1].food != nil
        ? !isHandheld : words[match.range.upperBound - 1].text.hasSuffix("s")
    }
    let isOne = isOneFood && matches.allSatisfy { table[$0.food].kind == table[last.food].kind }
    guard isOne || !isPlural && (takesIn || isAdjacent && matches.count == 2 && !isProtected) else { return }
    found.unmatched = (found.unmatched + matches.dropLast().flatMap { Array($0.range) }).sorted()
    found.matches = [last]
    found.matches[0].isLoose = true
  }

  /// "soft pretzel nuggets": a word for a shape is not chicken if another food is named before it.
  private func isShape(_ match: FoodMatch, _ words: [SegmentWord]) -> Bool {
    guard match.words == 1, Self.shapes.contains(words[match.range.lowerBound].text) else { return false }
    return Tokenizer.keyStems(table[match.food].name).first != words[match.range.lowerBound].stem
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
    found.unmatched.removeAll { inside.contains($0) && Lexicon.formsModifier(words[$0].text) }
  }

  /// Whether `kind` is only the kind of `food` (a hypernym: "cereal" of "frosted flakes").
  private func isKind(_ kind: FoodMatch, of food: FoodMatch, _ words: [SegmentWord]) -> Bool {
    guard kind.food != food.food else { return true }
    let (first, second) = (table[kind.food], table[food.food])
    guard first.category == second.category, first.kind == second.kind, words[kind.range.lowerBound].food == nil else {
      return false
    }
    if Lexicon.isKind(words[kind.range]) { return !isIngredient(food, words) }
    let isHead = table.genericFood(forHead: words[kind.range.upperBound - 1].stem) == kind.food
    if isHead, kind.range.lowerBound > food.range.lowerBound {
      return table.genericFood(forHead: words[food.range.upperBound - 1].stem) != food.food
        && !isIngredient(food, words)
    }
    return Set(Tokenizer.keyStems(first.name)).isStrictSubset(of: Tokenizer.keyStems(second.name)) && kind.words > 1
  }

  private func isIngredient(_ match: FoodMatch, _ words: [SegmentWord]) -> Bool {
    words[match.range].contains { Self.ingredients.contains($0.text) }
  }

  /// Categories of foods whose names begin with ingredients ("chicken caesar salad wrap", "caramel peanut chocolate
  /// bar").
  private static let categoriesOfDishes: Set<String> = ["dish", "soup", "sweet", "snack", "sauce", "baby"]

  private static let shapes = Lexicon.words("shape")

  /// Ingredients of sweets, which are not sweets themselves: "chocolate cookies" are cookies.
  private static let ingredients = Lexicon.words("sweetener")
}
