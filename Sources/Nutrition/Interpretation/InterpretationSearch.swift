import HealthModels

/// Finds the interpretation of the clauses with the highest score by a beam search from left to right.
///
/// Each step extends the best interpretations so far by every role that the next clause can have. The cost is linear in
/// the number of clauses.
final class InterpretationSearch {
  typealias Role = Interpretation.Role
  typealias State = Interpretation.State
  private typealias Option = (role: Role, weight: Float, state: State)

  /// Number of interpretations that are extended.
  private static let width = 4
  /// Longest food with its completions in words.
  private static let maxWords = 12
  /// Longest list of excluded foods.
  private static let maxExcluded = 6
  /// Number of steps that are examined for an earlier mention of a food.
  private static let maxDistance = 12

  let clauses: [Clause]
  let table: FoodTable
  private(set) var matcher: FoodMatcher
  private var candidates: NameCandidates
  /// The best names of several clauses by the first one, for the clauses that were items so far.
  private(set) var names: [Int: NameCandidates.Name?] = [:]
  private var steps: [Interpretation.Step] = []
  /// The best interpretations, the first one best.
  private(set) var interpretations: [Interpretation] = []

  init(_ segments: [Segment], table: FoodTable) {
    self.table = table
    var matcher = FoodMatcher(table)
    var clauses = segments.map { Clause($0, &matcher) }
    // "pancakes with applesauce, 3 pieces": the count is that of the pancakes.
    for index in clauses.indices.dropFirst(2)
    where clauses[index].isCount && clauses[index - 1].mayCount == false && clauses[index - 2].mayCount == true
      && clauses[index - 1].segment.connector == .addition
    {
      var (base, count) = (clauses[index - 2].segment, clauses[index].segment)
      swap(&base.quantities, &count.quantities)
      (clauses[index - 2], clauses[index]) = (Clause(base, &matcher), Clause(count, &matcher))
    }
    self.clauses = clauses
    self.matcher = matcher
    candidates = NameCandidates(table)
    var beam: [Int?] = [nil]
    for index in clauses.indices { beam = extend(beam, by: index) }
    interpretations = beam.map { Interpretation(steps: steps(before: $0).reversed()) }
  }

  /// The steps of an interpretation from its end.
  private func steps(before end: Int?) -> some Sequence<Interpretation.Step> {
    sequence(state: end) { [steps] next in
      let step = next.map { steps[$0] }
      next = step?.previous
      return step
    }
  }

  private func extend(_ beam: [Int?], by index: Int) -> [Int?] {
    var found: [Interpretation.Step] = []
    for previous in beam {
      let before = previous.map { steps[$0] }
      for option in options(index, before?.state ?? State(), previous) {
        found.append(
          Interpretation.Step(
            clause: index, role: option.role, score: (before?.score ?? 0) + option.weight, previous: previous,
            state: option.state))
      }
    }
    // The order of equal scores is that of the options.
    let ranked = found.indices.sorted { (found[$1].score, $0) < (found[$0].score, $1) }
    return ranked.prefix(Self.width).map { rank in
      steps.append(found[rank])
      return steps.count - 1
    }
  }

  /// The roles of a clause after a food, with the weight of each and the state after it.
  private func options(_ index: Int, _ state: State, _ previous: Int?) -> [Option] {
    let (clause, segment) = (clauses[index], clauses[index].segment)
    var state = state
    if segment.connector == .beside || segment.beginsEntry { state.list = .none }
    if let weight = state.name?.covered[index] {
      var after = state
      after.list = segment.isQuantified ? .none : openList(after: segment.connector, state)
      return [(.named, Weight.named + weight, after)]
    }
    if segment.isListed, let listed = listed(clause, state) { return [listed] }
    let isExcludedToo = previous.map { steps[$0].role } == .excluded && continuesExclusion(index, state)
    if segment.connector == .excluded || isExcludedToo { return [(.excluded, Weight.included, state)] }
    if segment.isShare, state.hasItem, let quantity = segment.quantities.last, quantity.amount.value > 0 {
      if quantity.unit == nil, quantity.amount.value < 1 { return [(.share, Weight.included, state)] }
      // "cooked lentils and ate 300 g of them"
      if state.whole?.isQuantified == false {
        state.whole?.quantities = [quantity]
        return [(.completion, Weight.included, state)]
      }
    }
    if segment.connector == .correction, let option = correctedQuantity(clause, state) { return [option] }
    guard let dish = clause.dish else { return [withoutFood(clause, state)] }
    if segment.connector == .alternative, state.hasItem { return [alternative(clause, state)] }
    let connector = connector(of: index, state)
    if connector == .next, !clauses[index...].endsInAnd { state.list = .none }
    let options = [countedEggs(segment, state) ?? part(clause, dish, connector, state)].compactMap(\.self)
    // A food of its own would end the name of the clauses around it.
    if let last = state.name?.covered.keys.max(), index < last {
      return options.isEmpty ? [(.part, clause.weight, state)] : options
    }
    return options + [repetition(clause, dish, state, previous)].compactMap(\.self) + items(index, state)
  }

  /// Whether a clause after an excluded food is excluded, too: "no onions, tomatoes or pickles", and "without butter and
  /// cream" if the dish has cream. The comparison is bounded, because it reads a dozen foods.
  private func continuesExclusion(_ index: Int, _ state: State) -> Bool {
    let rest = clauses[index...].prefix(Self.maxExcluded).map(\.segment)
    guard index < EmbeddedMealParser.maxItems, !rest[0].isQuantified else { return false }
    let last = rest.first { $0.connector != .next || !$0.quantities.isEmpty }
    if last?.connector == .alternative, last?.quantities.isEmpty == true { return true }
    return rest[0].followsAnd && state.dish?.ingredients(named: clauses[index]).isEmpty == false
  }

  /// The relation to the food before it, which the name of several clauses may change.
  private func connector(of index: Int, _ state: State) -> Connector {
    let connector = clauses[index].segment.connector
    guard connector == .next || state.name?.connector == .attribute, let name = state.name, name.range.contains(index)
    else { return connector }
    return name.connector ?? connector
  }

  /// An element of a list in brackets; nil if it is an item of its own.
  private func listed(_ clause: Clause, _ state: State) -> Option? {
    guard state.includesList, let base = state.dish, clause.dish.map(base.mayContain) ?? true else { return nil }
    return (clause.segment.connector == .excluded ? .excluded : .part, Weight.included + clause.weight, state)
  }

  /// "2 eggs, actually 3".
  private func correctedQuantity(_ clause: Clause, _ state: State) -> Option? {
    guard clause.dish == nil, state.hasItem, var whole = state.whole,
      var quantity = clause.segment.quantities.first(where: { !$0.amount.isArticle })
    else { return nil }
    quantity.unit = quantity.unit ?? whole.quantities.first?.unit
    quantity.isTrailing = whole.quantities.first?.isTrailing ?? true
    whole.quantities = [quantity]
    return (.quantity, Weight.included, state.with(whole, state.dish))
  }

  /// Words without a food complete the food before them ("rice, brown", "milk, 200 ml"), describe it, or are unknown.
  private func withoutFood(_ clause: Clause, _ state: State) -> Option {
    let segment = clause.segment
    var after = state
    if segment.connector == .attribute, state.hasItem {
      // "from the garden", "from a pizza shop": no ingredients follow.
      let isPlace = segment.isOrigin || !segment.quantities.isEmpty || segment.words.contains { $0.has(.place) }
      if !isPlace, !["the", "my", "our"].contains(segment.words.first?.text) { after.list = .ingredients }
      guard let whole = inPackage(segment, state) else { return (.ignored, 0, after) }
      return (.completion, 0, after.with(whole, state.dish))
    }
    if segment.connector == .base, state.dish?.isHandheld == true, Lexicon.areBread(segment.words) {
      return (.part, Weight.included, after)
    }
    let unknown = segment.isQuantified ? State(whole: segment, hasItem: true) : state
    guard var whole = state.whole, state.hasItem, whole.words.count + segment.words.count <= Self.maxWords,
      whole.quantities.count < 3
    else { return (.unknown, 0, unknown) }
    // "a cheeseburger, two small patties"
    let isPatty = state.dish?.isHandheld == true && segment.words.contains { $0.unit == .patty }
    let isBlank = segment.words.isEmpty && segment.quantities.allSatisfy(\.amount.isArticle)
    if isPatty || isBlank { return (.ignored, 0, after) }
    whole.words += segment.words
    for var quantity in segment.quantities where !quantity.amount.isArticle {
      quantity.isTrailing = true
      whole.quantities.append(quantity)
    }
    let found = matcher.find(whole.words)
    guard found.matches.count == 1,
      segment.words.isEmpty || found.unmatched.allSatisfy({ !whole.words[$0].mayNameFood })
    else { return (.unknown, 0, unknown) }
    return (.completion, Weight.included, state.with(whole, Dish(table[found.matches[0].food])))
  }

  /// "a serving of juice from a container": the package is the unit of the food.
  private func inPackage(_ segment: Segment, _ state: State) -> Segment? {
    guard let unit = segment.quantities.last?.unit ?? segment.words.last?.unit, unit.rawValue.has(.package),
      var whole = state.whole, state.dish?.food.measures[unit] != nil,
      whole.quantities.allSatisfy({ $0.amount.isArticle && ($0.unit ?? .serving) == .serving })
    else { return nil }
    whole.quantities = [Quantity(amount: Amount(value: 1, isArticle: true), unit: unit, isTrailing: false)]
    return whole
  }

  /// "tea or coffee": the first of the two is counted, unless it is unknown.
  private func alternative(_ clause: Clause, _ state: State) -> Option {
    guard !clause.segment.isQuantified, clause.segment.words.first?.food != nil || state.dish == nil else {
      return (.alternative, Weight.item, state)
    }
    return (.named, Weight.named, named(clause, state))
  }

  /// The state after a clause with another name of the food.
  private func named(_ clause: Clause, _ state: State) -> State {
    var after = state
    after.whole?.words = clause.segment.words
    after.dish = clause.dish
    return after
  }

  /// "an omelette with 3 eggs": the number of eggs is the quantity of the omelette.
  private func countedEggs(_ segment: Segment, _ state: State) -> Option? {
    guard state.dish?.isEggDish == true, segment.connector.mayBelongToPrevious, var whole = state.whole,
      let count = segment.quantities.first, count.unit == nil, segment.quantities.count == 1,
      segment.words.contains(where: { $0.stem == "egg" || $0.stem.hasPrefix("egg and ") }),
      whole.quantities.allSatisfy(\.amount.isArticle)
    else { return nil }
    whole.quantities = segment.quantities
    whole.words = segment.words.flatMap(\.parts).filter { $0.text != "and" } + whole.words
    // "a cheese omelette made with 2 eggs" is one food.
    if case let found = matcher.find(whole.words).matches, found.count > 1, let last = found.last {
      let text = whole.words.map(\.text).joined(separator: " ")
      whole.words = [SegmentWord(text: text, stem: text, food: last.food)]
    }
    return (.named, Weight.named, state.with(whole, state.dish))
  }

  /// An ingredient that the dish includes.
  private func part(_ clause: Clause, _ dish: Dish, _ connector: Connector, _ state: State) -> Option? {
    let segment = clause.segment
    guard let base = state.dish, let whole = state.whole, state.hasItem else { return nil }
    let total = clause.total(of: whole, base)
    let continues = connector == .next && !segment.beginsItem && (segment.quantities.isEmpty || total != nil)
    let isListed = state.list != .none && continues
    // Weights and counts make an item of its own ("slathered with 9 g of mayonnaise"), articles do not. With a unit
    // they do after a plain food ("tea sweetened with a spoonful of honey").
    let mayMeasure = connector == .base || connector == .attribute && base.isMixed
    func describes(_ quantity: Quantity) -> Bool {
      quantity.amount.isArticle && (mayMeasure || quantity.unit == nil && segment.measure == nil)
    }
    // "a sandwich on two slices of rye"
    let isItsBread = connector == .base && base.isHandheld && dish.isBread
    guard connector.mayBelongToPrevious || isListed,
      total != nil || isItsBread || segment.quantities.allSatisfy(describes)
    else { return nil }
    let isWeighed = whole.quantities.contains { $0.unit?.isWeightOrVolume == true }
    // "mashed potatoes with gravy, green beans"
    if isListed, state.list != .ingredients, !base.isMixed, !base.isBlended, !isWeighed { return nil }
    // "avocado toast with a poached egg", "a sandwich with an apple", "a sub with a cookie", "soup with a small roll"
    let isSized = !base.isHandheld && segment.words.contains(where: \.isSize)
    let isSweet = base.isHandheld && dish.food.category == "sweet"
    let isPiece = isSized || isSweet || ["egg", "fruit"].contains(dish.food.category)
    if connector == .addition, isPiece, !segment.quantities.isEmpty { return nil }
    let relation = state.list == .ingredients && isListed ? .attribute : connector
    guard base.includes(dish, relation, isListed: isListed, isWeighed: isWeighed) else { return nil }
    if connector == .addition, total == nil, !isWeighed, base.lacks(clause) { return nil }
    var after = state
    if !isListed { after.list = openList(after: relation, state) }
    if let total {
      after.whole?.quantities.append(total)
      after.list = .none
    }
    return (total == nil ? .part : .completion, Weight.included + clause.weight, after)
  }

  private func openList(after connector: Connector, _ state: State) -> Interpretation.OpenList {
    if connector == .attribute { return .ingredients }
    guard let base = state.dish else { return .none }
    return connector == .addition && (base.isMixed || base.isBlended) || base.isHandheld ? .accompaniments : .none
  }

  /// "a banana - just one banana", "a bag of cheese puffs, Cheetos", "the toast was dry": a food that was mentioned.
  private func repetition(_ clause: Clause, _ dish: Dish, _ state: State, _ previous: Int?) -> Option? {
    let segment = clause.segment
    guard clause.found.matches.count == 1, [.next, .base].contains(segment.connector), segment.statedNutrients.isEmpty,
      !segment.words.contains(where: { $0.text == "another" || $0.text == "other" })
    else { return nil }
    func repeated(_ after: State) -> Option { (.repetition, Weight.included + clause.weight, after) }
    let isReference = segment.words.first { $0.mayNameFood || $0.text == "the" }?.text == "the"
    let kind = Lexicon.isKind(segment.words[clause.found.matches[0].range])
    if isReference, segment.quantities.isEmpty, isMentioned(dish, isKind: kind, before: previous) {
      return (.repetition, Weight.named + clause.weight, State(hasItem: state.hasItem))
    }
    guard let base = state.dish, let whole = state.whole, state.hasItem else { return nil }
    var after = state
    let isSame = base.isSame(as: dish)
    if !segment.followsAnd,
      segment.quantities.allSatisfy({ ($0.amount.isArticle || $0.amount.value < 1) && $0.unit == nil })
    {
      let isSimilar = base.food.category == dish.food.category
      // "a double cheeseburger, the McDouble", but "Frescavena, the oat drink"
      if isReference, isSimilar || base.food.kind == .drink && dish.food.kind == .drink, segment.words.count <= 8 {
        return repeated(isSimilar ? named(clause, state) : state)
      }
      // "360 g of Fizzade, a sports drink", "a slice of rhubarb pie, an eighth of a pie"
      let isKind = isSimilar && kind
      let isHead = base.food.name.hasSuffix(" " + dish.food.name)
      // "a ham sandwich on rye, plain ham and no cheese", "a cheeseburger, wheat bun"
      let isInside = base.hasWord(dish.food.name.lowercased()) || segment.words.last?.text == "bun"
      let isFilling = isInside && base.isHandheld && segment.quantities.isEmpty
      if isFilling { after.list = .accompaniments }
      if isFilling || !whole.quantities.isEmpty && (isKind && base.food.kind == dish.food.kind || isHead || isSame) {
        return repeated(after)
      }
    }
    // "grilled cheese on rye, one sandwich", "an orange, one whole fruit"
    let isCount = dish.food.name.lowercased() == (base.isHandheld ? "sandwich" : base.food.category)
    if isCount, !whole.isQuantified, segment.quantities.first?.amount.isArticle == false {
      after.whole?.quantities = segment.quantities
      return repeated(after)
    }
    guard isSame else { return nil }
    after.whole = segment
    let isStressed = segment.words.contains { $0.text == "just" || $0.text == "only" }
    return isStressed && !whole.isQuantified && segment.isQuantified ? repeated(after) : nil
  }

  /// Whether the text mentions the food before ("the doughnut was great") or one of its kind ("over the cereal").
  private func isMentioned(_ dish: Dish, isKind: Bool, before previous: Int?) -> Bool {
    steps(before: previous).prefix(Self.maxDistance).contains {
      guard $0.role == .item, let food = $0.state.dish?.food else { return false }
      return food.name.hasSuffix(dish.food.name) || isKind && food.category == dish.food.category
    }
  }

  /// The clause as an item, with its own name and with the name that also covers the clauses after it.
  private func items(_ index: Int, _ state: State) -> [Option] {
    let clause = clauses[index]
    if isHeading(index) { return [(.heading, Weight.included, State(hasItem: state.hasItem))] }
    let role = clause.segment.connector == .correction && state.hasItem ? Role.correction : .item
    var after = State(hasItem: true)
    // "a salad (egg, ham)", "140 g of mixed berries (raspberries, blueberries)"
    let isMixed = clause.segment.list == .unquantified && clause.segment.words.contains { $0.text == "mixed" }
    after.includesList = isMixed || clause.segment.list != nil && clause.dish?.isPrepared == true
    if clause.found.matches.count == 1 {
      // "cornflakes, milk 200": the amount follows.
      let isCounted = clauses.dropFirst(index + 1).first?.segment.words.isEmpty == true
      after.whole = isCounted ? clause.segment : withAssumedQuantity(index, state)
      after.dish = clause.dish
      after.list = .inName(clause.segment.words.last)
    }
    let skipped = clause.unknownHead.flatMap { table.number(of: $0.stem) }.map(table.coverage.weight) ?? 0
    let cost = Weight.item + Weight.further * Float(clause.found.matches.count - 1) + Weight.skipped * skipped
    let described = clause.segment.connector == .attribute && state.hasItem ? Weight.described : 0
    var options: [Option] = [(role, cost + described + clause.weight, after)]
    let name = names[index] ?? candidates.best(clauses, at: index)
    names[index] = .some(name)
    if let name {
      after.whole = name.clause
      after.dish = name.dish
      after.name = name
      if !name.covered.isEmpty { after.list = .none }
      options.append((role, Weight.item + described + name.score, after))
    }
    return options
  }

  /// Whether the foods after the clause are counted instead of it: "a smoothie (1 banana, 200 ml milk)", "fruit (apple,
  /// pear)", "tofu stir fry with 200 g tofu and 1 cup broccoli".
  private func isHeading(_ index: Int) -> Bool {
    let (segment, dish) = (clauses[index].segment, clauses[index].dish)
    // "Cereal morning: a bowl of muesli, a bowl of granola", "soup weather, so I had a bowl of tomato soup"
    let named = clauses[index].found.matches.last?.range.upperBound ?? segment.words.count
    let isOccasion = segment.quantities.isEmpty && segment.words.dropFirst(named).first?.has(.occasion) == true
    if let list = segment.list, segment.connector != .correction {
      if let dish, dish.isPrepared { return list != .unquantified && segment.statedNutrients.isEmpty }
      return dish != nil && (list == .quantifiesHead || isOccasion)
        || segment.words.allSatisfy { $0.has(.group) || $0.has(.narration) }
    }
    let following = clauses[(index + 1)...].prefix(2)
    let described = following.first { $0.dish != nil && $0.segment.isQuantified }?.segment
    if isOccasion, described?.sharesFoodWord(with: segment.words) == true { return true }
    if isKind(clauses[index], of: following.first) { return true }
    guard let dish, let next = following.first?.segment, following.first?.dish != nil,
      next.quantities.contains(where: { !$0.isTrailing }),
      segment.quantities.allSatisfy({ ($0.unit ?? .bowl) == .bowl && $0.amount.value == 1 })
    else { return false }
    let (sharesWord, isOf) = (next.sharesFoodWord(with: segment.words), segment.words.last?.text == "of")
    // "overnight oats 50 g oats 150 ml milk"
    if sharesWord, next.connector == .next, !next.followsPause, !next.followsAnd { return true }
    let isMade = next.connector == .attribute || isOf
    // "oatmeal made from 50 g of oats"
    if isMade, sharesWord || dish.isBlended, next.quantities.contains(where: { $0.unit != nil }) { return true }
    let isAdded = isMade || next.connector == .addition
    guard isAdded, let last = following.last?.segment, last.connector == .next, last.isQuantified else { return false }
    return dish.isBlended || dish.isPrepared && !dish.isEggDish && (sharesWord || isMade)
  }

  /// Whether a clause without an amount names a kind of the food after it: "more candy! 2 Snickers", not "candy, 2 pies".
  private func isKind(_ kind: Clause, of clause: Clause?) -> Bool {
    guard let clause, let food = clause.dish?.food, let named = kind.dish?.food, kind.segment.quantities.isEmpty,
      clause.segment.isQuantified, clause.segment.connector == .next, !clause.segment.followsAnd
    else { return false }
    let isGroup = kind.segment.words.contains { $0.has(.group) } && kind.segment.words.count > 1
    return isGroup && food.category == named.category || food.name.hasSuffix(" " + named.name)
  }

  /// "cornflakes with milk": half a cup of milk if the text gives no quantity; "coffee with 2 sugars and milk": a splash.
  private func withAssumedQuantity(_ index: Int, _ state: State) -> Segment {
    var segment = clauses[index].segment
    guard segment.connector == .addition || segment.connector == .next, segment.quantities.isEmpty,
      segment.words.last?.stem == "milk"
    else { return segment }
    let before = clauses[..<index].suffix(2)
    let isInDrink = before.last?.segment.words.last?.has(.sweetener) == true && before.first?.dish?.food.kind == .drink
    guard isInDrink || state.dish?.isDryCereal == true else { return segment }
    let (value, unit, text) = isInDrink ? (2, MeasureUnit.tablespoon, "a splash") : (0.5, .cup, "half a cup")
    let amount = Amount(value: value, note: "\(text) of milk assumed")
    segment.quantities = [Quantity(amount: amount, unit: unit, isTrailing: false)]
    return segment
  }
}
