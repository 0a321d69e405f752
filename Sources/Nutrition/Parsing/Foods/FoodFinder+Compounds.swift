// Several names side by side that are one food.
extension FoodFinder {
  /// Two names side by side are usually one dish ("pumpkin pancakes"): the last one is meant, unless the first is a
  /// plural ("eggs toast"). Of more than two, or with words between, only a dish takes the others in ("chicken caesar
  /// salad wrap").
  /// - Parameter isOne: whether a weight in front says that there is one food only ("28 g of nacho cheese crisps").
  func joinCompound(_ found: inout Found, _ words: [PartWord], isOne: Bool) {
    keepSpecific(&found, words)
    if found.matches.count > 1, let first = found.matches.first, onlyShapes(first, words),
      first.range.upperBound < words.count, words[first.range.upperBound].text == "of"
    {
      found.matches.removeFirst()
    }
    let matches = found.matches
    guard matches.count > 1, let last = matches.last else { return }
    if onlyShapes(last, words), let named = matches.dropLast().last {
      found.matches = [named]
      found.matches[0].isLoose = true
      return
    }
    let isWhole = words[last.range.lowerBound].food != nil
    let takesIn = Self.takesIn.contains(table[last.food].category)
    let isAdjacent = zip(matches, matches.dropFirst()).allSatisfy { $0.range.upperBound == $1.range.lowerBound }
    let isHandheld = DishParts.isHandheld(table[last.food])
    let isPlural = matches.dropLast().contains { match in
      words[match.range.upperBound - 1].food != nil
        ? !isHandheld : words[match.range.upperBound - 1].text.hasSuffix("s")
    }
    let isOne = isOne && matches.allSatisfy { table[$0.food].kind == table[last.food].kind }
    guard isOne || !isPlural && (takesIn || isAdjacent && matches.count == 2 && !isWhole) else { return }
    found.rest = (found.rest + matches.dropLast().flatMap { Array($0.range) }).sorted()
    found.matches = [last]
    found.matches[0].isLoose = true
  }

  /// "soft pretzel nuggets": a word for a shape is no chicken where something else is named in front of it.
  private func onlyShapes(_ match: Match, _ words: [PartWord]) -> Bool {
    guard match.words == 1, Self.shapes.contains(words[match.range.lowerBound].text) else { return false }
    return Tokeniser.keyStems(table[match.food].name).first != words[match.range.lowerBound].stem
  }

  private static let shapes: Set<String> = [
    "nuggets", "nugget", "bites", "strips", "tenders", "fingers", "chunks", "patties", "patty", "kernels",
  ]

  /// Foods whose names take in what stands before them ("chicken caesar salad wrap", "caramel peanut chocolate bar").
  static let takesIn: Set<String> = ["dish", "soup", "sweet", "snack", "sauce", "baby"]

  /// "frosted flakes cereal", "doritos cool ranch flavor tortilla chips": of two names for one food, one after the other,
  /// the one that says more is kept.
  func keepSpecific(_ found: inout Found, _ words: [PartWord]) {
    // Nobody names so many in one breath, and each costs a look into the table.
    guard found.matches.count <= 24 else { return }
    var kept: [Match] = []
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
    found.rest.removeAll { inside.contains($0) && KnownWords.makesModifier(words[$0].text) }
  }

  /// Whether `kind` says nothing more than what kind of food the other is.
  func isKind(_ kind: Match, of food: Match, _ words: [PartWord]) -> Bool {
    guard kind.food != food.food else { return true }
    let (first, second) = (table[kind.food], table[food.food])
    guard first.category == second.category, first.kind == second.kind, words[kind.range.lowerBound].food == nil else {
      return false
    }
    if isGeneric(kind, words), follows(kind, food, words) { return !isIngredient(food, words) }
    let isHead = table.fallback(for: words[kind.range.upperBound - 1].stem) == kind.food
    if isHead, kind.range.lowerBound > food.range.lowerBound {
      return table.fallback(for: words[food.range.upperBound - 1].stem) != food.food
    }
    return Set(Tokeniser.keyStems(first.name)).isStrictSubset(of: Tokeniser.keyStems(second.name)) && kind.words > 1
  }

  /// Whether the words of a name say only what it is sold as.
  private func isGeneric(_ match: Match, _ words: [PartWord]) -> Bool {
    Self.generic.contains(words[match.range].map(\.stem).joined(separator: " "))
  }

  /// Whether one stands right behind the other, but for a size.
  private func follows(_ match: Match, _ other: Match, _ words: [PartWord]) -> Bool {
    other.range.upperBound <= match.range.lowerBound
      && words[other.range.upperBound..<match.range.lowerBound].allSatisfy { word in
        MeasureUnit(spelling: word.text) != nil || KnownWords.isNarration(word.text)
      }
  }

  private static let generic = Set(
    [
      "baby food", "candy bar", "chocolate bar", "candy", "soda", "soft drink", "cereal", "breakfast cereal", "snack",
      "snacks",
      "corn snack", "energy drink", "sports drink", "fruit drink", "juice drink", "cookie", "cookies",
      "crackers",
      "chips", "potato chips", "tortilla chips", "crisps", "ice cream bar", "granola bar", "snack bar", "protein bar",
    ].map { $0.split(separator: " ").map { Stem.of(String($0)) }.joined(separator: " ") })

  /// What sweets are made of rather than one of them.
  private func isIngredient(_ match: Match, _ words: [PartWord]) -> Bool {
    words[match.range].contains { Self.ingredients.contains($0.text) }
  }

  private static let ingredients: Set<String> = [
    "chocolate", "honey", "caramel", "sugar", "jelly", "jam", "syrup", "vanilla", "fruit", "cream",
  ]
}
