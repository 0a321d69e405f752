// What a part says about the food before it.
extension MealReading {
  /// "pasta with tomato sauce" is one food; the bun of a hot dog and what a cake is made with are parts of it.
  mutating func belongsToPrevious(_ part: Part) -> Bool {
    let isListed = isInside && part.joint == .next && part.amounts.isEmpty
    guard !items.isEmpty, let whole = previous, part.joint.mayBelong || isListed, mayReread(whole),
      let base = (combined ?? reader.food(of: whole)).map({ table[$0] })
    else { return false }
    if part.joint == .base, takesBread(part, whole, base) { return true }
    if countsEggs(part, whole, base) { return true }
    guard !isMeasured(part) else { return false }
    let food = reader.food(of: part)
    // "cocoa made from a mix with low-fat milk"
    let isMilk = isInside && base.kind == .drink && food.map { table[$0].kind == .drink } == true
    let joint = isListed || isMilk && part.joint == .addition ? .attribute : part.joint
    let vessel = whole.words.filter { MeasureUnit(spelling: $0.text)?.isSize == false }
    if joint == .attribute, !vessel.isEmpty, let food = food.map({ table[$0] }), food.kind == .drink,
      base.kind == .drink, namesKind(whole), !combines(whole, part)
    {
      return replaceLast(by: Part(joint: whole.joint, amounts: whole.amounts, words: part.words + vessel)) { _ in true }
    }
    let isCounted = whole.amounts.contains { $0.unit == nil && !$0.amount.isArticle && $0.amount.value > 1 }
    if joint != .base || !DishParts.isHandheld(base) && !isCounted, combines(whole, part) {
      let isDish =
        DishParts.isComposed(base) || DishParts.isBlended(base)
        || combined.map { DishParts.isComposed(table[$0]) } == true
      isInside = joint == .attribute || joint == .addition && isDish || DishParts.isHandheld(base)
      isMadeOf = isListed ? isMadeOf : joint == .attribute
      return true
    }
    // "a sandwich with ham and cheese": what follows names the whole.
    if let food = food.map({ table[$0] }), DishParts.isHandheld(base), DishParts.isHandheld(food), part.amounts.isEmpty,
      food.name.hasSuffix(base.name), food.name != base.name
    {
      return replaceLast(by: Part(joint: whole.joint, amounts: whole.amounts, words: part.words)) { _ in true }
    }
    // "avocado toast with a poached egg"
    let isOneMore = part.joint == .addition && !part.amounts.isEmpty && food.map { table[$0].category == "egg" } == true
    // "mashed potatoes with gravy, green beans"
    if isListed, !isMadeOf, !DishParts.isComposed(base), !DishParts.isBlended(base),
      !whole.amounts.contains(where: { $0.unit?.isMeasure == true })
    {
      return false
    }
    guard !isOneMore, let food = food.map({ table[$0] }),
      DishParts.belongs(
        food, to: base, joint: joint, isListed: isListed, isWhole: whole.amounts.contains { $0.unit?.isMeasure == true }
      )
    else { return false }
    if food.name != base.name { note("\(part.text.prefix(60)) taken as part of it") }
    inside += part.words
    isInside = joint == .attribute || joint == .addition || DishParts.isHandheld(base)
    isMadeOf = isListed ? isMadeOf : joint == .attribute
    return true
  }

  /// "a tuna sandwich on rye", "a hot dog on a multigrain bun": the bread of what is eaten from the hand tells which one
  /// it is, or nothing.
  private mutating func takesBread(_ part: Part, _ whole: Part, _ base: Food) -> Bool {
    let isFilled = DishParts.isHandheld(base)
    if !isFilled, namesSandwich(part, whole, base) { return true }
    guard isFilled || DishParts.isSausage(base), let last = part.words.last, BreadWords.areBread(part.words) else {
      return false
    }
    var bread = part
    bread.amounts = []
    if combines(whole, bread) { return true }
    bread.words = [last]
    if !isFilled, combines(whole, bread) { return true }
    guard isFilled else { return false }
    note("\(part.text.prefix(60)) taken as part of it")
    inside += part.words
    isInside = true
    return true
  }

  /// "turkey on rye" is a sandwich; "eggs on toast" and "chicken on a bagel" are not.
  private mutating func namesSandwich(_ part: Part, _ whole: Part, _ base: Food) -> Bool {
    guard part.amounts.isEmpty, whole.amounts.isEmpty, BreadWords.areBread(part.words, isLoaf: true),
      base.category == "meat" || ByteSearch.holds(ByteSearch.folded(base.name), "salad"), !DishParts.isSausage(base)
    else { return false }
    let stems = whole.words.filter { !KnownWords.isNarration($0.text) }.map(\.stem) + ["sandwich"]
    guard let food = table.food(stems) ?? table.food(anyOrder: stems) else { return false }
    var named = whole
    named.words = [PartWord(text: whole.text + " sandwich", stem: whole.text, food: food)]
    return replaceLast(by: named) { _ in true }
  }

  /// "an omelette with 3 eggs": how many eggs it is made of tells how much it is.
  private mutating func countsEggs(_ part: Part, _ whole: Part, _ base: Food) -> Bool {
    guard DishParts.isOfEggs(base), let count = part.amounts.first, count.unit == nil, part.amounts.count == 1,
      part.words.contains(where: { $0.stem == "egg" || $0.stem.hasPrefix("egg and ") }),
      whole.amounts.allSatisfy(\.amount.isArticle)
    else { return false }
    var counted = whole
    counted.amounts = part.amounts
    counted.words = part.words.flatMap(FoodFinder.split).filter { $0.text != "and" } + whole.words
    return replaceLast(by: counted) { _ in true }
  }

  /// Whether a part names nothing but a kind of food ("a juice box"): what it is filled with is the food.
  mutating func namesKind(_ part: Part) -> Bool {
    guard let food = reader.food(of: part) else { return false }
    return part.words.contains { table.fallback(for: $0.stem) == food }
  }

  /// Weights and counts make an item of its own ("slathered with 9 g of mayonnaise"), articles do not.
  func isMeasured(_ part: Part) -> Bool {
    part.joint == .attribute || part.joint == .base ? part.amounts.contains { !$0.amount.isArticle } : part.isMeasured
  }

  /// Reads both parts as one name, if there is one with words of both.
  mutating func combines(_ whole: Part, _ part: Part) -> Bool {
    guard whole.words.count + inside.count + part.words.count <= 16, part.amounts.allSatisfy(\.amount.isArticle),
      part.joint != .alternative || part.words.count > 1
    else { return false }
    let joined = part.joint == .alternative ? Array(part.words.suffix(1)) : part.words
    guard let food = reader.finder.joined(whole.words, inside + joined, new: joined.count) else { return false }
    var named = whole
    named.words = [
      PartWord(
        text: (whole.words + inside + joined).map(\.text).joined(separator: " "),
        stem: (whole.words + inside + joined).map(\.stem).joined(separator: " "), food: food)
    ]
    named.words += whole.words.filter { MeasureUnit(spelling: $0.text) != nil }
    let kept = inside + joined
    guard replaceLast(by: named, if: { _ in true }) else { return false }
    previous = whole
    combined = food
    inside = kept
    return true
  }
}

extension Connector {
  /// Whether what follows may belong to the food before it.
  var mayBelong: Bool {
    switch self {
    case .addition, .base, .medium, .attribute, .alternative: true
    case .next, .excluded, .correction: false
    }
  }
}
