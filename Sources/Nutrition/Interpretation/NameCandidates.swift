import TextModels

/// Finds the name that covers most of a clause and the descriptions after it: "a burrito packed with egg, beans and
/// meat", "chicken or turkey pot pie", "meat and cheese calzone". All names of the table compete; the score of
/// `NameCoverage` decides.
struct NameCandidates {
  /// A name for a clause and the descriptions that it covers.
  struct Name {
    let dish: Dish
    /// The clause with the whole name as one word.
    let clause: Segment
    /// The further clauses of which the name has words, with the weight of their other words that name foods.
    let covered: [Int: Float]
    /// The positions that the description may include.
    let range: Range<Int>
    /// The relation of coordinated clauses in the range; nil if they keep their own.
    let connector: Connector?
    /// Weight of its words, less a part of that of the words of the clause's own name that it lacks.
    let score: Float
  }

  private let table: FoodTable
  private var scratch = NameCoverage.Scratch()
  /// Number of names that may still be examined, so that hostile texts stay cheap.
  private var budget = 100_000

  /// Longest description in clauses and words.
  private static let maxClauses = 7
  private static let maxWords = 32

  init(_ table: FoodTable) { self.table = table }

  /// A clause of a description.
  private struct Part {
    let index: Int
    let clause: Clause
    let relation: Connector
    /// The words that may be part of the name.
    let words: Set<UInt32>
  }

  /// The best name for the clause at `start`; nil if it is the one that the clause has alone.
  mutating func best(_ clauses: [Clause], at start: Int) -> Name? {
    let whole = clauses[start].segment
    guard budget > 0, !whole.words.isEmpty, whole.list == nil || whole.list == .unquantified,
      let match = clauses[start].found.matches.last
    else { return nil }
    let range = start..<Self.endOfDescription(clauses, from: start)
    let parts = parts(clauses, range, match)
    guard parts.count > 1 || clauses[start].hasFurtherWords,
      parts.reduce(0, { $0 + $1.clause.segment.words.count }) <= Self.maxWords,
      !parts.contains(where: { $0.clause.found.matches.contains { table.isAdditional($0.food) } })
    else { return nil }
    let further = parts.dropFirst().filter { $0.clause.dish != nil || $0.relation != .next }
    let run = Array(further.prefix { $0.relation == .next || $0.relation == .alternative })
    let last = run.last?.clause ?? clauses[start]
    let own = self.own(last, run.isEmpty ? match : last.found.matches.last)
    let except = clauses[start].unknownHead == nil ? nil : match.food
    let row = bestRow(parts, run, heads: heads(parts, run, match), own: own, except: except)
    guard let name = row.map(table.coverage.name), name.food != match.food else { return sandwich(range, parts) }
    // "2 eggs with bread" are no two plates of both, "half an avocado on toast" is no half toast.
    let isCounted = whole.quantities.contains { $0.unit == nil && $0.amount.value != 1 }
    let isSeveral = table[name.food].measures[.piece] == nil && table[name.food].name.contains(" and ")
    let isOnBread = parts.contains { $0.relation == .base } && table[match.food].measures[.piece] != nil
    if isCounted, isSeveral || isOnBread { return nil }
    let words = Set(name.words)
    // "a taco or tostada with chicken": the name may have the first of the two.
    let first = self.own(clauses[start], match)
    let isFirst = run.last?.relation == .alternative && first.isSubset(of: words)
    return self.name(range, parts, words, own: isFirst ? first : own, food: name.food)
  }

  /// The clauses that may describe the first one.
  private func parts(_ clauses: [Clause], _ range: Range<Int>, _ match: FoodMatch) -> [Part] {
    // "a burrito with meat and beans": the name that is known may be the beginning of a longer one.
    let isOpen = Interpretation.OpenList.inName(clauses[range.lowerBound].segment.words.last) != .none
    return range.map { index in
      let (clause, isFirst) = (clauses[index], index == range.lowerBound)
      let isListed = clause.segment.isListed || isOpen && clause.segment.connector == .next
      // The name may begin with narration ("cooked ham").
      let own = isFirst ? clause.segment.words[match.range].flatMap(\.parts) : []
      return Part(
        index: index, clause: clause, relation: isFirst ? .next : isListed ? .attribute : clause.segment.connector,
        words: !isFirst && clause.isDressing ? [] : clause.words.union(own.compactMap { table.number(of: $0.stem) }))
    }
  }

  /// Whether a clause after a comma is a food of its own: "roll with sausage, brown sauce". A list has an "and", or describes.
  private static func isSeparate(_ clauses: [Clause], _ index: Int, after start: Int) -> Bool {
    guard clauses[index].segment.connector == .next, clauses[index].dish?.isHandheld == false else { return false }
    return !clauses[start].segment.isOneFood && !clauses[index...].endsInAnd
      && !clauses[start..<index].contains { $0.segment.connector == .attribute }
  }

  /// The end of the clauses without a quantity that may describe the one at `start`.
  private static func endOfDescription(_ clauses: [Clause], from start: Int) -> Int {
    var end = start + 1
    let isList = clauses[start].segment.list != nil && clauses[start].dish?.isHandheld == true
    while end < clauses.count, end - start < maxClauses,
      case let total = clauses[end].total(of: clauses[start].segment, clauses[start].dish),
      clauses[end].mayDescribe(total: total != nil),
      clauses[end].segment.isListed == isList, !isSeparate(clauses, end, after: start),
      clauses[end - 1].segment.connector != .excluded,
      end - start < 2 || clauses[end - 1].segment.connector != .addition
        || clauses[end - 1].dish?.isBread != true || clauses[start].dish?.isHandheld != false,
      case let before = clauses[end - 1].segment.words,
      clauses[end].segment.connector != .beside || before.first?.text != "the" && before.last?.has(.flavor) != true
    {
      end += 1
      if total != nil { break }
    }
    return end
  }

  /// The row of the best name.
  ///
  /// - Parameters:
  ///   - run: the coordinated clauses after the first one. Words that name no food do not interrupt it.
  ///   - heads: the words for the kind of food.
  ///   - own: the words of the name that the clause with this word has alone.
  ///   - food: the food that the first clause names alone, if that lacks its last word.
  private mutating func bestRow(
    _ parts: [Part], _ run: [Part], heads: [UInt32], own: Set<UInt32>, except food: Int?
  ) -> Int? {
    var factors: [UInt32: Float] = [:]
    for word in own { factors[word] = 1 + Weight.lost }
    for part in parts
    where part.relation == .excluded || part.relation == .base && Lexicon.areBread(part.clause.segment.words) {
      for word in part.words { factors[word] = Weight.bread }
    }
    let required = ([parts[0]] + run.prefix { $0.relation == .next }).filter { !isFilling($0, of: run.last) }
    let isWeighed = parts.count > 2 && parts[0].clause.segment.isOneFood
    let onBread = parts.count > 2 && [.base, .medium].contains(parts.last?.relation)
    let excluded = parts.last.map { $0.relation == .excluded ? table.numbers(of: $0.clause.segment.words) : [] } ?? []
    let (coverage, category) = (table.coverage, parts[0].clause.dish?.food.category)
    // "a cup of chicken and rice with carrots and peas": the vegetables are those of "chicken, rice and vegetables".
    func isVegetable(_ part: Part) -> Bool {
      let dish = part.relation == .excluded ? nil : part.clause.dish
      return dish?.food.category == "vegetable" && dish?.hasWord("potato") == false
    }
    let hasMeasure = isWeighed && parts[0].clause.segment.quantities[0].unit?.grams == nil
    let mayGroup = hasMeasure && parts.dropFirst().count(where: isVegetable) > 1
    let group = mayGroup ? table.number(of: Stemmer.stem("vegetable")) : nil
    // "beans and chips" are no bean chips, and "grilled cheese and tomato soup" is no cheese soup.
    let first = parts[0].clause.segment
    let ownWords = own.filter { table.coverage.weight($0) > 0 }
    let isPair = run.last?.relation == .next && first.measure == nil && first.quantities.allSatisfy { $0.unit == nil }
    let isBare = isPair && run.last.map { NameWords.of($0.clause.segment.words).count } == 1
    // "sausage with fried egg" is no fried sausage, "bread with light cheese" no light bread.
    let described = parts.dropFirst().filter { $0.clause.dish != nil }.map { part in
      let adjectives = part.clause.segment.words.flatMap(\.parts).filter { $0.has(.cooking) || $0.has(.descriptor) }
      let numbers = table.numbers(of: adjectives)
      return (traits: numbers.subtracting(parts[0].words), rest: part.words.subtracting(numbers))
    }
    let fillings = parts.dropFirst().filter { $0.clause.dish?.isSandwichFilling == true }.flatMap(\.words)
    let best = coverage.best(
      parts.reduce(into: Set([group].compactMap(\.self))) { $0.formUnion($1.words) }.sorted(), factors: factors,
      &scratch,
      isAllowed: { row in
        let name = coverage.name(row).words
        guard coverage.food(row) != food, coverage.lacks(row, excluded), !isPair || ownWords.isSubset(of: name),
          !isBare || table[coverage.food(row)].name.contains(" and "),
          described.allSatisfy({ name.contains(where: $0.rest.contains) || !name.contains(where: $0.traits.contains) })
        else { return false }
        if heads.contains(where: { coverage.isKind(row, of: $0) }) {
          // "rice cakes with peanut butter" are no cake, "bread with ham and cheese" is no cheese bread.
          let kind = table[coverage.food(row)].category
          if category == "snack", kind == "sweet" { return false }
          if [category, kind] == ["bread", "bread"], name.contains(where: fillings.contains) { return false }
          return required.allSatisfy { name.contains(where: $0.words.contains) }
        }
        // "sausage, egg and cheese on an English muffin" is named by its bread, "160 g of beef, potatoes and vegetables"
        // by all.
        let isOnBread = onBread && name.last.map { parts[parts.count - 1].words.contains($0) } == true
        let coversAll = parts.prefix { isOnBread || ![.attribute, .excluded].contains($0.relation) }.allSatisfy {
          $0.words.isEmpty || $0.clause.dish == nil || name.contains(where: $0.words.contains)
            || group.map(name.contains) == true && isVegetable($0)
        }
        return coversAll && (isOnBread || isWeighed && Dish(table[coverage.food(row)]).isMeal)
      })
    budget -= scratch.count
    return best
  }

  /// Whether a coordinated clause may be missing in the name: "chicken, bacon and ranch wrap".
  private func isFilling(_ part: Part, of last: Part?) -> Bool {
    guard let last, last.index != part.index, last.clause.dish?.isHandheld == true else { return false }
    return part.clause.dish?.isSandwichFilling == true && last.clause.segment.quantities.isEmpty
      && last.clause.found.matches.count == 1
  }

  /// "turkey on rye" is a sandwich; "eggs on toast" and "chicken on a bagel" are not.
  private func sandwich(_ range: Range<Int>, _ parts: [Part]) -> Name? {
    guard let whole = parts.first?.clause, let dish = whole.dish, let bread = parts.dropFirst().first,
      bread.relation == .base, bread.clause.segment.quantities.isEmpty, whole.segment.quantities.isEmpty,
      Lexicon.areBread(bread.clause.segment.words, isLoaf: true), dish.isSandwichFilling
    else { return nil }
    let stems = whole.segment.words.filter { !$0.has(.narration) }.map(\.stem) + ["sandwich"]
    guard let food = table.food(stems) ?? table.food(anyOrder: stems) else { return nil }
    return name(range, Array(parts.prefix(2)), parts[0].words.union(bread.words), own: [], food: food)
  }

  /// The words for the kind of food that may be meant; none if the clauses are several foods.
  private func heads(_ parts: [Part], _ run: [Part], _ match: FoodMatch) -> [UInt32] {
    let words = (run.last ?? parts[0]).clause.segment.words
    // "soup of beans", "sandwich of ham and cheese"
    let first = parts[0].clause.segment.words
    let part = first.dropFirst().lastIndex { $0.text == "of" }.map { first[$0 - 1] }
      .flatMap { $0.has(.mixture) ? nil : table.number(of: $0.stem) }
    guard let last = run.last else {
      return [part, parts[0].clause.unknownHead.flatMap { table.number(of: $0.stem) }, noun(words[match.range])]
        .compactMap(\.self)
    }
    guard last.relation == .alternative || words.last?.isHead == true else { return part.map { [$0] } ?? [] }
    return [noun(words[...]), last.relation == .alternative ? noun(first[match.range]) : nil].compactMap(\.self)
  }

  /// The last word of a name before a preposition.
  private func noun(_ words: ArraySlice<SegmentWord>) -> UInt32? {
    let parts = NameWords.of(Array(words))
    let noun = parts.prefix { !NameCoverage.prepositionWords.contains($0.stem) }.last ?? parts.last
    return noun.flatMap { table.number(of: $0.stem) }
  }

  private func name(_ range: Range<Int>, _ parts: [Part], _ name: Set<UInt32>, own: Set<UInt32>, food: Int) -> Name {
    var whole = parts[0].clause.segment
    let covered = parts.dropFirst().filter { !$0.words.isDisjoint(with: name) }
    let named = ([parts[0]] + covered).flatMap { NameWords.of($0.clause.segment.words) }
    func isInName(_ word: SegmentWord) -> Bool { table.number(of: word.stem).map(name.contains) ?? false }
    let units = whole.words.filter { $0.unit != nil && !isInName($0) }
    let stem = named.filter(isInName).map(\.stem).joined(separator: " ")
    whole.words = [SegmentWord(text: named.map(\.text).joined(separator: " "), stem: stem, food: food)] + units
    if let total = covered.last?.clause.total(of: whole, parts[0].clause.dish) { whole.quantities.append(total) }
    // Each clause adds the weight of its words that the name does not have, or has from a clause before it.
    var open = name.subtracting(parts[0].words)
    var weights: [Int: Float] = [:]
    for part in covered {
      weights[part.index] = part.clause.named.reduce(0) { $0 + table.coverage.weight(of: $1.subtracting(open)) }
      open.subtract(part.words)
    }
    // A weight before a mixed dish covers its description.
    let dish = Dish(table[food])
    let coversAll = dish.isMixed && whole.quantities.contains { $0.unit?.isWeightOrVolume == true }
    return Name(
      dish: dish, clause: whole, covered: weights, range: range,
      connector: coversAll ? .attribute : parts.dropFirst().first?.clause.segment.connector,
      score: table.coverage.weight(of: name) - table.coverage.weight(of: own.subtracting(name)) * Weight.lost)
  }

  /// The words of a name in a clause, without those that praise a food, and brands.
  private func own(_ clause: Clause, _ match: FoodMatch?) -> Set<UInt32> {
    let words = clause.segment.words[match?.range ?? 0..<0]
    return table.numbers(of: words.filter { !$0.has(.brand) && (!$0.has(.descriptor) || $0.has(.cooking)) })
  }
}
