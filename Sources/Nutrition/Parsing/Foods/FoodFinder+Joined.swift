// Names that two stretches of words make together.
extension FoodFinder {
  /// The food that both stretches of words name together; its name has all of the name in `first`, a word of the last
  /// `new` ones of `second`, and is a kind of what `first` names.
  func joined(_ first: [PartWord], _ second: [PartWord], new: Int) -> Int? {
    let (base, further) = (first.flatMap(Self.split), second.dropLast(new).flatMap(Self.split))
    let words = base + further + second.suffix(new).flatMap(Self.split)
    guard words.count <= 24 else { return nil }
    let stems = words.map(\.stem)
    guard let match = scan(Array(stems[..<base.count]), base).matches.last else { return nil }
    let required = match.range.filter { !Self.joints.contains(stems[$0]) }
    let optional = words.indices.reversed().filter {
      !match.range.contains($0) && !KnownWords.isNarration(words[$0].text)
    }
    let known = Array(stems[match.range])
    if let name = NameSearch(table, stems: stems).longest(
      required: required, optional: optional, least: required.count + 1),
      name.positions.contains(where: { $0 >= base.count + further.count }),
      isOne(table[name.food], of: known, bag: name.positions.map { stems[$0] })
    {
      return name.food
    }
    // "homemade pasta with tomato sauce": the longer name may leave out what the shorter one says of its kind.
    guard let head = required.last, required.count > 1, required.dropLast().allSatisfy({ isPassedOver(words[$0]) })
    else { return nil }
    if let food = inOrder(stems[head], Array(stems[base.count...])) { return food }
    guard
      let name = NameSearch(table, stems: stems).longest(required: [head], optional: optional, least: 2),
      name.positions.contains(where: { $0 >= base.count + further.count })
    else { return nil }
    return isOne(table[name.food], of: [stems[head]], bag: name.positions.map { stems[$0] }) ? name.food : nil
  }

  /// The name that has a joint between two others.
  private func inOrder(_ head: String, _ further: [String]) -> Int? {
    guard !further.isEmpty, further.count < FoodTable.maxPhraseWords - 1 else { return nil }
    return ["with", "in", "and"].lazy.compactMap { table.food([head, $0] + further) }.first
  }

  private func isPassedOver(_ word: PartWord) -> Bool {
    KnownWords.isNarration(word.text) || KnownWords.isDescription(word.text)
  }

  /// The food that ends in the last of `last`, and whose name has words of each of the stretches before.
  func namedByAll(_ before: [[PartWord]], _ last: [PartWord]) -> Int? {
    let stretches = before.map { $0.flatMap(Self.split) }
    let words = stretches.flatMap(\.self) + last.flatMap(Self.split)
    guard words.count <= 16, let head = words.indices.last else { return nil }
    let optional = words.indices.dropLast().reversed().filter { !isPassedOver(words[$0]) }
    let search = NameSearch(table, stems: words.map(\.stem))
    guard let name = search.longest(required: [head], optional: Array(optional), least: before.count + 1) else {
      return nil
    }
    var start = 0
    for stretch in stretches {
      guard name.positions.contains(where: (start..<(start + stretch.count)).contains) else { return nil }
      start += stretch.count
    }
    return name.food
  }

  /// The words of a name that holds a joint ("burrito with meat").
  static func split(_ word: PartWord) -> [PartWord] {
    guard word.food != nil else { return [word] }
    return word.stem.split(separator: " ").map { PartWord(text: String($0), stem: String($0)) }
  }

  /// Whether the name that has these words is one of what `base` names: "ham sandwich" is a sandwich, "sandwich ham" is
  /// not; "mac and cheese with ham" begins with its kind.
  private func isOne(_ food: Food, of base: [String], bag: [String]) -> Bool {
    let wanted = Set(bag)
    let head = base.prefix { !Self.additions.contains($0) }.last
    return ([food.name] + food.aliases).contains { spelling in
      let stems = Tokeniser.keyStems(spelling)
      guard Set(stems).subtracting(Self.joints) == wanted else { return false }
      return stems.prefix { !Self.joints.contains($0) }.last == head || stems.last == head || begins(stems, with: base)
    }
  }

  /// Whether the base stands whole in front of a joint, or holds one.
  private func begins(_ stems: [String], with base: [String]) -> Bool {
    guard stems.count > base.count, stems.starts(with: base) else { return false }
    return Self.joints.contains(stems[base.count]) || base.contains { Self.joints.contains($0) }
  }

  private static let additions: Set<String> = ["with", "in", "on"]
  private static let joints: Set<String> = ["and", "with", "of", "in", "on"]
}
