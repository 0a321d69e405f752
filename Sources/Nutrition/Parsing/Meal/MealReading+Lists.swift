/// What a list behind a food is to it.
enum ListRole: Hashable, Sendable {
  /// "toast (butter, jam)": foods beside it.
  case further
  /// "a smoothie (spinach, banana)": what is in it, which its figures hold.
  case inside
  /// "a smoothie (1 banana, 200 ml milk)", "fruit (apple, pear)": the list is counted and the food is not.
  case instead
  /// "no salad (lettuce, tomato)": as little eaten as the food.
  case excluded
}

// Lists in brackets and behind colons.
extension MealReading {
  /// Notes what the list behind this part is to it. - Returns: whether the part is not counted itself.
  mutating func isCountedByList(_ part: Part) -> Bool {
    list = .further
    guard let listing = part.listing, part.joint != .correction else { return false }
    let food = reader.food(of: part).map { table[$0] }
    if part.joint == .excluded {
      list = .excluded
    } else if let food, DishParts.isMade(food) {
      list = listing == .described || !part.stated.isEmpty ? .inside : .instead
    } else if food != nil, listing == .repeated {
      list = .instead
    } else if part.words.allSatisfy({ KnownWords.isKind($0.text) || KnownWords.isNarration($0.text) }) {
      list = .instead
    }
    guard list == .instead else { return false }
    isInside = false
    previous = nil
    note("\"\(part.text.prefix(60))\" is counted by its parts")
    return true
  }

  /// Whether this part of a list is in the food before the list.
  mutating func isInsideList(_ part: Part) -> Bool {
    switch list {
    case .further, .instead: return false
    case .excluded: return true
    case .inside: break
    }
    guard let whole = previous, let base = reader.food(of: whole), !items.isEmpty else { return false }
    if let food = reader.food(of: part), !DishParts.mayHold(table[food], in: table[base]) {
      return false
    } else if part.joint == .excluded {
      note("without \(part.text.prefix(60))")
    } else if !DishParts.isHandheld(table[base]) || !mayReread(whole) || !combines(whole, part) {
      note("\(part.text.prefix(60)) taken as part of it")
      inside += part.words
    }
    return true
  }

  /// "tofu stir fry with 200 g tofu and 1 cup broccoli", "a smoothie with 1 banana and 200 ml milk": what is measured is
  /// what the dish is made of, and counted in its place.
  mutating func replacesDish(_ part: Part) -> Bool {
    guard part.joint == .addition, part.isMeasured, part.amounts.contains(where: { !$0.isTrailing }) else {
      return false
    }
    guard let whole = previous, whole.amounts.allSatisfy({ $0.unit == nil && $0.amount.value == 1 }), !items.isEmpty,
      mayReread(whole), let base = reader.food(of: whole).map({ table[$0] })
    else { return false }
    guard
      DishParts.isBlended(base) && part.measuredRun > 1
        || DishParts.isComposed(base) && !DishParts.isOfEggs(base) && part.measuredRun > 1 && part.names(whole.words)
    else { return false }
    items.removeLast()
    (previous, run) = (nil, [])
    waiting.append("\"\(whole.text.prefix(60))\" is counted by its parts")
    return true
  }
}
