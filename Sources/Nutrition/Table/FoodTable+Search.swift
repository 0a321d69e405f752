extension FoodTable {
  /// The foods whose name or one alias holds every word of `text`, those that hold little else first.
  ///
  /// - Parameter limit: how many at most. Costs the size of the table.
  package func search(_ text: String, limit: Int) -> [Food] {
    let wanted = Set(Tokeniser.keyStems(String(text.prefix(200))))
    guard !wanted.isEmpty, limit > 0 else { return [] }
    var found: [(food: Food, surplus: Int)] = []
    for food in foods {
      let surplus = ([food.name] + food.aliases).compactMap { spelling -> Int? in
        let stems = Tokeniser.keyStems(spelling)
        return wanted.isSubset(of: stems) ? stems.count - wanted.count : nil
      }.min()
      if let surplus { found.append((food, surplus)) }
    }
    // Equal ones stay in the order of the table, which is that of their names.
    return found.enumerated().sorted { ($0.element.surplus, $0.offset) < ($1.element.surplus, $1.offset) }
      .prefix(limit).map(\.element.food)
  }
}
