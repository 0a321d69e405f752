import CFoods
import TextModels

/// The known foods, indexed by the stems of their names and aliases.
package struct FoodTable: Sendable {
  /// Longest name in words; longer names are not indexed.
  static let maxPhraseWords = 7

  /// Whether unknown words may be corrected; false for translated texts, whose words resemble English ones by chance.
  var correctsSpelling = true
  /// The foods of the table itself, without the overlay.
  package let foods: FoodList
  /// Additional foods. Their positions follow those of `foods`, first the user's own.
  private(set) var overlay = FoodOverlay.none
  /// The foods with the portions of the country of a text, by their positions.
  var portions: [Int: Food] = [:]
  /// Names and aliases.
  let names: NameIndex
  /// The same names by their words.
  let coverage: NameCoverage
  /// Positions of foods that are counted for unknown names, by their head nouns: "soup" for "celeriac soup".
  let heads: [String: Int]

  /// Creates a table from values, for tests and small tables.
  package init(foods: [Food]) { self.init(FoodList(foods)) }

  init(resource bytes: [UInt8]) { self.init(FoodList(resource: bytes)) }

  private init(_ foods: FoodList) {
    var names = NameIndex(capacity: foods.count)
    var heads: [String: Int] = [:]
    foods.forEachName { position, stems, isHead in
      if !isHead {
        names.add(stems, food: position)
      } else if let head = stems.first, heads[head] == nil {
        heads[head] = position
      }
    }
    self.foods = foods
    self.names = names
    self.heads = heads
    coverage = NameCoverage(names)
  }

  /// The table with additional foods. Copies no index.
  package func extended(by overlay: FoodOverlay) -> FoodTable {
    var table = self
    table.overlay = overlay
    return table
  }

  /// The food at a position that a look-up returned.
  subscript(position: Int) -> Food {
    if position < foods.count { return portions[position] ?? foods[position] }
    let place = position - foods.count
    return place < overlay.own.foods.count
      ? overlay.own.foods[place] : overlay.imported.foods[place - overlay.own.foods.count]
  }

  /// Whether the food at the position is in addition to the built-in table: imported, or one of the user's own.
  func isAdditional(_ position: Int) -> Bool { position >= foods.count }

  /// Whether the food at the position is one of the user's own.
  func isOwn(_ position: Int) -> Bool { overlay.own.foods.indices.contains(position - foods.count) }

  /// Position of the food whose name or alias has exactly these stems in this order.
  func food(_ stems: some Collection<String>) -> Int? { preferred { $0.food(stems) } }

  /// Position of the food whose name or alias has exactly these stems in any order.
  func food(anyOrder stems: [String]) -> Int? {
    stems.count > Self.maxPhraseWords ? nil : preferred { $0.food(anyOrder: stems) }
  }

  /// The number of a stem; nil if no built-in name has it.
  func number(of stem: String) -> UInt32? { names.numbers[stem] }

  /// The first match in the order of precedence: own, built-in, imported.
  private func preferred(_ food: (NameIndex) -> Int?) -> Int? {
    if overlay.isEmpty { return food(names) }
    for layer in layers { if let found = food(layer.names) { return layer.start + found } }
    return nil
  }

  /// The names in the order of precedence, each with the position of its first food.
  private var layers: [(names: NameIndex, start: Int)] {
    let start = foods.count
    return [(overlay.own.names, start), (names, 0), (overlay.imported.names, start + overlay.own.foods.count)]
  }

  /// Stems that begin with `letter`, those of additional foods last.
  func vocabulary(_ letter: UInt8) -> [[UInt8]] {
    [names, overlay.own.names, overlay.imported.names].flatMap { $0.vocabulary[letter] ?? [] }
  }

  /// The correction of a misspelled word; nil if a name has the word or several corrections are equally near.
  package func nearestWord(_ stem: String) -> String? {
    var corrector = SpellingCorrector(self)
    return corrector.single(stem)
  }

  /// The longest name that begins at `start` in `stems`: the position of its food and the number of words.
  func longestMatch(_ stems: [String], at start: Int, upTo end: Int) -> (food: Int, length: Int)? {
    let words = stems[start..<min(end, start + Self.maxPhraseWords)]
    if overlay.isEmpty { return names.longestMatch(words) }
    return layers.compactMap { names, start in
      names.longestMatch(words).map { (start + $0.food, $0.length) }
    }.max { $0.length < $1.length }
  }

  /// The food whose name or alias has exactly the words of `name`, of which 200 characters are read, in any order.
  package func food(matching name: String) -> Food? {
    let stems = Tokenizer.keyStems(String(name.prefix(200)))
    return stems.isEmpty ? nil : (food(stems) ?? food(anyOrder: stems)).map { self[$0] }
  }

  /// The built-in food with exactly this name, ignoring case.
  package func food(named name: String) -> Food? {
    let food = names.food(Tokenizer.keyStems(name)).map { foods[$0] }
    return food?.name.lowercased() == name.lowercased() ? food : nil
  }

  /// An invalid row.
  package struct RowError: Error, Equatable {
    /// Line number in the file; the header is line 1.
    package let line: Int
    /// Name of the invalid column.
    package let column: String
  }

  /// The table that is compiled into the program. A test proves that every row is valid.
  package static let builtIn = unsafe FoodTable(
    resource: Array(UnsafeBufferPointer(start: hearth_foods(), count: hearth_foods_count())))
}
