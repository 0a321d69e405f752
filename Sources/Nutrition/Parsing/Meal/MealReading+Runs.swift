// Foods side by side that one name is made of.
extension MealReading {
  static let maxRun = 3

  /// What is called by all that is in it: not "rice and chicken curry".
  private static let heads = Set(
    [
      "sandwich", "burger", "burrito", "taco", "wrap", "panini", "toastie", "melt", "sub", "hoagie", "bagel", "muffin",
      "mcmuffin", "mcgriddle", "griddle", "croissant", "biscuit", "quesadilla", "pizza", "omelet", "omelette", "quiche",
      "casserole", "dip", "food", "pie", "roll",
    ].map(Stem.of))

  /// "bacon, egg and cheese muffin", "peanut butter and reduced-sugar jelly sandwich": the name that ends the run takes the
  /// foods before it in.
  mutating func endsRun(_ part: Part) -> Bool {
    guard part.joint == .next, part.amounts.isEmpty, part.stated.isEmpty, let head = part.words.last,
      Self.heads.contains(head.stem), !run.isEmpty, mayReread(part)
    else { return false }
    for count in (1...Self.maxRun).reversed() where count <= run.count && count < items.count + 1 {
      let before = Array(run.suffix(count))
      guard var whole = before.first, whole.amounts.allSatisfy({ $0.unit == nil && $0.amount.value <= 1 }),
        let food = reader.finder.namedByAll(before.map(\.words), part.words)
      else { continue }
      let words = before.flatMap(\.words) + part.words
      whole.words = [
        PartWord(
          text: words.map(\.text).joined(separator: " "), stem: words.map(\.stem).joined(separator: " "), food: food)
      ]
      let outcome = reader.read(whole)
      guard let item = outcome.items.first else { continue }
      items.removeLast(count)
      append(item)
      run = [whole]
      previous = whole
      return true
    }
    return takesFillings(part)
  }

  /// "chicken, bacon and ranch wrap": what stands before what is only called a wrap is in it.
  private mutating func takesFillings(_ part: Part) -> Bool {
    guard let head = reader.food(of: part), DishParts.isHandheld(table[head]), namesKind(part), !items.isEmpty else {
      return false
    }
    let fillings = run.suffix(items.count).filter { filling in
      reader.food(of: filling).map { DishParts.isSandwichFilling(table[$0]) } == true
    }
    guard let first = fillings.first, fillings.count == min(run.count, items.count),
      first.amounts.allSatisfy({ $0.unit == nil && $0.amount.value <= 1 })
    else { return false }
    var whole = first
    whole.words = part.words
    if let food = reader.finder.namedByAll([first.words], part.words) {
      whole.words = [PartWord(text: first.text + " " + part.text, stem: first.text, food: food)]
    }
    guard let item = reader.read(whole).items.first else { return false }
    items.removeLast(fillings.count)
    append(item)
    note("\(fillings.map(\.text).joined(separator: ", ").prefix(80)) taken as part of it")
    (run, previous) = ([whole], whole)
    return true
  }

  /// "2 cups of beans and rice" are two cups of both together.
  mutating func isHalf(_ part: Part, _ item: ParsedItem) -> Bool {
    guard part.isAnd, part.joint == .next, part.amounts.isEmpty, part.stated.isEmpty, item.kind == .food,
      let last = items.last, last.kind == .food, let whole = previous, whole.words.first?.text == "of",
      let amount = whole.amounts.first, whole.amounts.count == 1, !amount.isTrailing, amount.unit?.milliliters != nil,
      mayReread(whole), mayReread(part)
    else { return false }
    if let food = together(whole.words, part.words) {
      var named = whole
      named.words = [PartWord(text: whole.text + " and " + part.text, stem: part.text, food: food)]
      return replaceLast(by: named) { _ in true }
    }
    // "2 cups of rice and potato soup"
    if let food = reader.food(of: part), table[food].category == "soup" {
      var named = whole
      named.words = part.words
      guard replaceLast(by: named, if: { _ in true }) else { return false }
      note("\(whole.text.prefix(60)) taken as part of it")
      return true
    }
    var half = amount
    half.amount.value /= 2
    half.amount.note = "half of \(items[items.count - 1].quantityText) each"
    var (first, second) = (whole, part)
    (first.amounts, second.amounts) = ([half], [half])
    guard replaceLast(by: first, if: { _ in true }), let other = reader.read(second).items.first else { return false }
    append(other)
    previous = nil
    return true
  }

  /// The food that two names make with "and" or "with" between them, in either order.
  private func together(_ first: [PartWord], _ second: [PartWord]) -> Int? {
    let (one, other) = (Self.stems(first), Self.stems(second))
    let names = [one + ["and"] + other, other + ["and"] + one, one + ["with"] + other, other + ["with"] + one]
    return names.lazy.compactMap { table.food($0) }.first
  }

  private static func stems(_ words: [PartWord]) -> [String] {
    words.filter { !KnownWords.isNarration($0.text) }.map(\.stem)
  }
}
