/// The foods that are known, indexed by the stems of their names and aliases.
package struct FoodTable: Sendable {
  /// Longest name in words; longer ones are not indexed.
  static let maxPhraseWords = 7

  /// The built-in foods. What is laid over them is found by `subscript` alone.
  package let foods: FoodList
  /// What is known beside `foods`: positions behind them, first the user's own.
  private(set) var further = FoodOverlay.none
  let stems: StemList
  /// Names and aliases.
  let phrases: PhraseIndex
  /// The same with their stems in order of number, for "rice brown" and "breast of chicken".
  let unordered: PhraseIndex
  /// Words that end a name which is not known.
  private let heads: PhraseIndex
  /// Stems of three and more letters that occur in any name, by first letter, in alphabetical order.
  private let vocabulary: [UInt8: [[UInt8]]]

  package init(foods: [Food]) {
    var names = NameCollector()
    for (position, food) in foods.enumerated() {
      for spelling in [food.name] + food.aliases {
        for stem in Tokeniser.keyStems(spelling) { names.add(stem: Array(stem.utf8)) }
        names.finish(food: position)
      }
      for head in food.heads {
        for stem in Tokeniser.keyStems(head) { names.add(stem: Array(stem.utf8)) }
        names.finish(head: position)
      }
    }
    self.init(FoodList(foods), names)
  }

  /// - Parameter bytes: a table with its header line.
  init(resource bytes: [UInt8]) {
    let foods = FoodList(resource: bytes)
    var names = NameCollector()
    foods.collect(&names)
    self.init(foods, names)
  }

  private init(_ foods: FoodList, _ names: NameCollector) {
    self.foods = foods
    stems = names.stems
    phrases = names.phrases
    unordered = names.unordered
    heads = names.heads
    vocabulary = names.vocabulary
  }

  /// The same table with other foods beside it.
  package func extended(by further: FoodOverlay) -> FoodTable {
    var table = self
    table.further = further
    return table
  }

  /// The food at a position that a lookup gave.
  subscript(position: Int) -> Food {
    if position < foods.count { return foods[position] }
    let place = position - foods.count
    return place < further.own.foods.count
      ? further.own.foods[place] : further.imported.foods[place - further.own.foods.count]
  }

  /// Whether the food is the user's own.
  func isOwn(_ position: Int) -> Bool {
    position >= foods.count && position < foods.count + further.own.foods.count
  }

  /// The food whose name or alias has exactly these stems in this order.
  func food(_ stems: some Collection<String>) -> Int? {
    let builtIn = numbers(stems).flatMap { phrases.food($0) }
    guard !further.isEmpty else { return builtIn }
    let phrase = stems.joined(separator: " ")
    return layered(further.own.food(phrase: phrase), builtIn, further.imported.food(phrase: phrase))
  }

  /// The food whose name or alias has exactly these stems in any order.
  func food(anyOrder stems: [String]) -> Int? {
    guard stems.count <= Self.maxPhraseWords else { return nil }
    let bag = numbers(stems.lazy.filter { $0 != "of" && $0 != "and" && $0 != "with" }) ?? []
    let builtIn = bag.isEmpty ? nil : unordered.food(bag.sorted())
    guard !further.isEmpty else { return builtIn }
    let key = FoodKey.of(stems)
    return layered(further.own.food(key: key), builtIn, further.imported.food(key: key))
  }

  /// The user's own food comes first, an imported one last.
  private func layered(_ own: Int?, _ builtIn: Int?, _ imported: Int?) -> Int? {
    own.map { foods.count + $0 } ?? builtIn ?? imported.map { foods.count + further.own.foods.count + $0 }
  }

  /// Stems of any name that begin with `letter`, those of foods beside the table behind the others.
  func vocabulary(_ letter: UInt8) -> [[UInt8]] {
    let builtIn = vocabulary[letter] ?? []
    guard !further.isEmpty else { return builtIn }
    return builtIn + (further.own.vocabulary[letter] ?? []) + (further.imported.vocabulary[letter] ?? [])
  }

  /// The one word of a built-in name that a misspelt one stands for; nil where it is a word of one.
  package func nearestWord(_ stem: String) -> String? {
    var corrector = SpellingCorrector(self)
    return corrector.single(stem)
  }

  /// The longest name that starts at `start` in `stems`: its food and the number of words.
  func longestMatch(_ stems: [String], at start: Int, upTo end: Int) -> (food: Int, length: Int)? {
    let words = stems[start..<min(end, start + Self.maxPhraseWords)]
    guard further.isEmpty else { return longestMatch(words) }
    var known: [UInt32] = []
    for stem in words {
      guard let number = self.stems.number(of: stem.utf8) else { break }
      known.append(number)
    }
    while !known.isEmpty {
      if let found = phrases.food(known) { return (found, known.count) }
      known.removeLast()
    }
    return nil
  }

  /// The same in all layers.
  private func longestMatch(_ words: ArraySlice<String>) -> (food: Int, length: Int)? {
    var words = words
    while !words.isEmpty {
      if let found = food(words) { return (found, words.count) }
      words.removeLast()
    }
    return nil
  }

  /// The food whose figures stand for an unknown one that ends in this stem: "soup" for "celeriac soup".
  func fallback(for stem: String) -> Int? {
    stems.number(of: stem.utf8).flatMap { heads.food(CollectionOfOne($0)) }
  }

  /// The built-in food of this very name; upper and lower case are the same.
  package func food(named name: String) -> Food? {
    guard let position = numbers(Tokeniser.keyStems(name)).flatMap({ phrases.food($0) }) else { return nil }
    let food = foods[position]
    return food.name.lowercased() == name.lowercased() ? food : nil
  }

  /// The numbers of the stems, or nil if one occurs in no name.
  private func numbers(_ stems: some Sequence<String>) -> [UInt32]? {
    var numbers: [UInt32] = []
    for stem in stems {
      guard let number = self.stems.number(of: stem.utf8) else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}
