/// The state of one parse: items so far and what still has to be said about the text.
struct MealReading {
  private let table: FoodTable
  private var reader: PartReader
  private var items: [ParsedItem] = []
  private var unknown: [String] = []
  /// Notes that wait for the first item.
  private var waiting: [String] = []
  /// The part that the last item came from, if it came alone.
  private var previous: Part?
  /// Words that were taken as parts of it.
  private var inside: [PartWord] = []
  /// Whether a list of what it is made with goes on.
  private var isInside = false
  /// Notes that the last item got from the parts after it.
  private var later: [String] = []
  /// Unknown foods that the nearest known ones were looked for.
  private var asked = 0
  private static let maxAsked = 5
  /// Words that may still be read again because of what stands behind them. Every part adds some, so that a long one
  /// with many behind it never costs the square of the text.
  private var rereadable = 0

  /// - Parameter heads: lines of the text that only head the lines below them.
  init(table: FoodTable, heads: [String] = []) {
    self.table = table
    reader = PartReader(table)
    for head in heads.prefix(20) where !KnownWords.isNarration(head.lowercased()) {
      waiting.append("\"\(head.prefix(60))\" is counted by the lines below it")
    }
  }

  mutating func read(_ part: Part) {
    rereadable += 4 * part.words.count + 16
    if part.joint == .excluded { return note("without \(part.text.prefix(60))") }
    if part.isShare, scaleLast(part) { return }
    if part.joint == .correction, correctAmount(part) { return }
    if belongsToPrevious(part) { return }
    isInside = false
    let outcome = reader.read(part)
    if outcome.items.isEmpty, completesPrevious(part) { return }
    if !outcome.unknown.isEmpty {
      // What is said with "which" or "made with" is about a food that has been counted.
      if part.joint == .attribute, !items.isEmpty { return }
      // Words without sense in front ("xyz123abc") tell that a bare number counts nothing.
      let mayCount = unknown.isEmpty || !items.isEmpty || part.amounts.contains { $0.unit != nil }
      unknown.append(outcome.unknown)
      if mayCount, let item = UnknownFood.item(part, outcome, table: table, isAsked: asked < Self.maxAsked) {
        asked += 1
        append(item)
        previous = nil
        return
      }
      return note("\"\(outcome.unknown.prefix(80))\" was not recognised and is not counted")
    }
    if part.joint == .alternative, !items.isEmpty, let other = outcome.items.first {
      // "macaroni or noodles with cheese": what follows belongs to both.
      if var whole = previous, !part.isMeasured,
        part.words.first?.food != nil || items[items.count - 1].reference.isEmpty
      {
        whole.words = part.words
        if replaceLast(by: whole, if: { _ in true }) { return }
      }
      return note("or \(other.name): the first of the two is counted")
    }
    if part.joint == .correction, !outcome.items.isEmpty, let last = items.popLast() {
      waiting.append("in place of \(last.name)")
    }
    if outcome.items.count == 1, restates(outcome.items[0], part) { return }
    for item in outcome.items { append(item) }
    if !outcome.items.isEmpty { previous = outcome.items.count == 1 ? part : nil }
    // "a burrito with meat and beans": the name that is known may be the beginning of a longer one.
    isInside =
      outcome.items.count == 1 && part.words.last?.food != nil
      && part.words.last.map { ByteSearch.holds(Array($0.stem.utf8), " with ") } == true
  }

  /// - Parameter text: what was typed, for the reason of a failure.
  func result(of text: String) -> MealParse {
    guard items.isEmpty else { return .items(items) }
    return Suggestions(table: table).failure(unknown: unknown, text: text)
  }

  private mutating func append(_ item: ParsedItem) {
    guard items.count < EmbeddedMealParser.maxItems else {
      if !later.contains(where: { $0.hasPrefix("further") }) { note("further items are not counted") }
      return
    }
    var item = item
    for text in waiting { item.add(note: text) }
    waiting = []
    later = []
    inside = []
    items.append(item)
  }

  /// "rice, brown" and "chicken breast, raw" name another food, "milk, 200 ml" gives the amount of what stands before.
  private mutating func completesPrevious(_ part: Part) -> Bool {
    guard var whole = previous, !items.isEmpty, whole.words.count + part.words.count <= 12, whole.amounts.count < 3
    else { return false }
    if part.amounts.allSatisfy(\.amount.isArticle) && part.words.isEmpty { return true }
    whole.words += part.words
    for var amount in part.amounts where !amount.amount.isArticle {
      amount.isTrailing = true
      whole.amounts.append(amount)
    }
    return replaceLast(by: whole) { $0.notes.contains("not taken into account") == false }
  }

  /// Reads the last part again with more to it; keeps the result if it is one item that `isBetter`.
  private mutating func replaceLast(by whole: Part, if isBetter: (ParsedItem) -> Bool) -> Bool {
    guard mayReread(whole) else { return false }
    let outcome = reader.read(whole)
    guard outcome.items.count == 1, var item = outcome.items.first, isBetter(item) else { return false }
    for text in later { item.add(note: text) }
    items[items.count - 1] = item
    previous = whole
    return true
  }

  private mutating func mayReread(_ part: Part) -> Bool {
    rereadable -= part.words.count
    return rereadable >= 0
  }

  private mutating func note(_ text: String) {
    if items.isEmpty {
      if waiting.count < 20 { waiting.append(text) }
    } else if items[items.count - 1].notes.utf8.count < 1000 {
      later.append(text)
      items[items.count - 1].add(note: text)
    }
  }
}

// What a part says about the food before it.
extension MealReading {
  /// "pasta with tomato sauce" is one food; the bun of a hot dog and what a cake is made with are parts of it.
  private mutating func belongsToPrevious(_ part: Part) -> Bool {
    let isListed = isInside && part.joint == .next && part.amounts.isEmpty
    guard !items.isEmpty, let whole = previous, part.joint.mayBelong || isListed, !isMeasured(part), mayReread(whole)
    else { return false }
    let joint = isListed ? .attribute : part.joint
    let food = reader.food(of: part)
    guard let base = reader.food(of: whole).map({ table[$0] }) else { return false }
    if joint == .attribute, let food = food.map({ table[$0] }), food.kind == .drink, base.kind == .drink,
      namesKind(whole), !combines(whole, part)
    {
      let vessel = whole.words.filter { MeasureUnit(spelling: $0.text)?.isSize == false }
      return replaceLast(by: Part(joint: whole.joint, amounts: whole.amounts, words: part.words + vessel)) { _ in true }
    }
    let isCounted = whole.amounts.contains { $0.unit == nil && !$0.amount.isArticle && $0.amount.value > 1 }
    if joint != .base || !DishParts.isHandheld(base) && !isCounted, combines(whole, part) {
      isInside = joint == .attribute || joint == .addition && DishParts.isComposed(base) || DishParts.isHandheld(base)
      return true
    }
    // "a sandwich with ham and cheese": what follows names the whole.
    if let food = food.map({ table[$0] }), DishParts.isHandheld(base), DishParts.isHandheld(food), part.amounts.isEmpty,
      food.name.hasSuffix(base.name), food.name != base.name
    {
      return replaceLast(by: Part(joint: whole.joint, amounts: whole.amounts, words: part.words)) { _ in true }
    }
    guard let food = food.map({ table[$0] }), DishParts.belongs(food, to: base, joint: joint, isListed: isListed) else {
      return false
    }
    if food.name != base.name { note("\(part.text.prefix(60)) taken as part of it") }
    inside += part.words
    isInside = joint == .attribute || joint == .addition || DishParts.isHandheld(base)
    return true
  }

  /// Whether a part names nothing but a kind of food ("a juice box"): what it is filled with is the food.
  private mutating func namesKind(_ part: Part) -> Bool {
    guard let food = reader.food(of: part) else { return false }
    return part.words.contains { table.fallback(for: $0.stem) == food }
  }

  /// Weights and counts make an item of its own ("slathered with 9 g of mayonnaise"), articles do not.
  private func isMeasured(_ part: Part) -> Bool {
    part.joint == .attribute || part.joint == .base ? part.amounts.contains { !$0.amount.isArticle } : part.isMeasured
  }

  /// Reads both parts as one name, if there is one with words of both.
  private mutating func combines(_ whole: Part, _ part: Part) -> Bool {
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
    inside = kept
    return true
  }

  /// "2 eggs, actually 3": the amount before gives way.
  private mutating func correctAmount(_ part: Part) -> Bool {
    guard !items.isEmpty, var whole = previous, reader.food(of: part) == nil,
      var amount = part.amounts.first(where: { !$0.amount.isArticle })
    else { return false }
    amount.unit = amount.unit ?? whole.amounts.first?.unit
    amount.isTrailing = whole.amounts.first?.isTrailing ?? true
    let before = items[items.count - 1].quantityText
    whole.amounts = [amount]
    guard replaceLast(by: whole, if: { _ in true }) else { return false }
    note("in place of \(before)")
    return true
  }

  /// "half of it": the last item is cut.
  private mutating func scaleLast(_ part: Part) -> Bool {
    guard !items.isEmpty, let share = part.amounts.last?.amount.value, share > 0, share < 1 else { return false }
    let isLeft = part.words.contains { ["left", "leave", "wasted", "threw"].contains($0.text) }
    let eaten = isLeft ? 1 - share : share
    items[items.count - 1].scale(by: eaten)
    note("\(Figure.text(eaten)) of it is counted")
    return true
  }

  /// Whether two items are one food, or have the same figures.
  private func isSame(_ first: ParsedItem, _ second: ParsedItem) -> Bool {
    guard first.name != second.name, first.grams > 0, second.grams > 0 else { return first.name == second.name }
    let (one, other) = (first.nutrients.scaled(by: 1 / first.grams), second.nutrients.scaled(by: 1 / second.grams))
    return abs(one.energyKilocalories - other.energyKilocalories) < 0.01 && one.energyKilocalories > 0.5
      && abs(one.carbohydrate - other.carbohydrate) < 0.001 && abs(one.fat - other.fat) < 0.001
  }

  /// "a meringue - just one meringue": the second time only says how much it was. "a bag of cheese puffs, Cheetos": it
  /// only says which.
  private mutating func restates(_ item: ParsedItem, _ part: Part) -> Bool {
    guard let last = items.last, isSame(last, item), let whole = previous else { return false }
    if !whole.amounts.isEmpty, part.joint == .next, part.amounts.isEmpty, part.stated.isEmpty { return true }
    guard last.name == item.name, !whole.isMeasured, part.isMeasured,
      part.words.contains(where: { $0.text == "just" || $0.text == "only" })
    else { return false }
    items.removeLast()
    append(item)
    previous = part
    return true
  }
}

extension Joint {
  /// Whether what follows may belong to the food before it.
  var mayBelong: Bool {
    switch self {
    case .addition, .base, .medium, .attribute, .alternative: true
    case .next, .excluded, .correction: false
    }
  }
}
