// What a part takes back, cuts or says again.
import HealthModels

extension MealReading {
  /// "2 eggs, actually 3": the amount before gives way.
  mutating func correctAmount(_ part: Part) -> Bool {
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
  mutating func scaleLast(_ part: Part) -> Bool {
    guard !items.isEmpty, let share = part.amounts.last?.amount.value, share > 0, share < 1 else { return false }
    let isLeft = part.words.contains { ["left", "leave", "wasted", "threw"].contains($0.text) }
    let eaten = isLeft ? 1 - share : share
    items[items.count - 1].scale(by: eaten)
    note("\(Figure.text(eaten)) of it is counted")
    return true
  }

  /// Whether two items are one food, or have the same figures.
  func isSame(_ first: ParsedItem, _ second: ParsedItem) -> Bool {
    guard first.name != second.name, first.grams > 0, second.grams > 0 else { return first.name == second.name }
    let (one, other) = (first.nutrients.scaled(by: 1 / first.grams), second.nutrients.scaled(by: 1 / second.grams))
    return abs(one.energyKilocalories - other.energyKilocalories) < 0.01 && one.energyKilocalories > 0.5
      && abs(one.carbohydrate - other.carbohydrate) < 0.001 && abs(one.fat - other.fat) < 0.001
  }

  /// "a meringue - just one meringue": the second time only says how much it was. "a bag of cheese puffs, Cheetos": it
  /// only says which.
  mutating func restates(_ item: ParsedItem, _ part: Part) -> Bool {
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

  /// "a hot dog without the bun" has a name of its own.
  mutating func namesWithout(_ part: Part) -> Bool {
    guard var whole = previous, !items.isEmpty, whole.words.allSatisfy({ $0.food == nil }), mayReread(whole) else {
      return false
    }
    func stems(_ words: [PartWord]) -> [String] { words.filter { !KnownWords.isNarration($0.text) }.map(\.stem) }
    let (base, left) = (stems(whole.words), stems(part.words))
    guard (1...2).contains(left.count),
      let food = table.food(base + ["without"] + left) ?? table.food(base + ["no"] + left)
    else { return false }
    whole.words = [PartWord(text: "\(whole.text) without \(part.text)", stem: whole.text, food: food)]
    return replaceLast(by: whole) { _ in true }
  }
}
