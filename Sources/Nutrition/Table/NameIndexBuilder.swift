/// Builds the indexes of a table from the stems of its names.
///
/// If two foods have one name, the first is indexed; `scripts/check-foods` reports such clashes.
struct NameIndexBuilder {
  /// The distinct stems of all names.
  private(set) var stems = StemTable()
  /// Names and aliases.
  private(set) var phrases = PhraseIndex()
  /// Names and aliases without stop words, their stems sorted by number.
  private(set) var unordered = PhraseIndex()
  /// Head nouns.
  private(set) var heads = PhraseIndex()
  /// Stems of the name that is being added.
  private var words: [UInt32] = []
  /// "of", "and", "with": not part of unordered names.
  private var stopWords: [UInt32] = []

  init() { stopWords = ["of", "and", "with"].map { stems.insert(Array($0.utf8)) } }

  /// Adds the next stem of a name.
  mutating func add(stem: [UInt8]) { words.append(stems.insert(stem)) }

  /// Adds the stems of a name in a range of the table's bytes.
  mutating func add(name bytes: [UInt8], _ range: Range<Int>) {
    NameStemmer.forEachStem(bytes, range) { words.append(stems.insert($0)) }
  }

  /// Ends a name or alias of the food at a position.
  mutating func finish(food: Int) {
    defer { words.removeAll(keepingCapacity: true) }
    guard !words.isEmpty, words.count <= FoodTable.maxPhraseWords else { return }
    phrases.insert(words, food: food)
    words.removeAll { stopWords.contains($0) }
    words.sort()
    if !words.isEmpty { unordered.insert(words, food: food) }
  }

  /// Ends a head noun of the food at a position.
  mutating func finish(head position: Int) {
    heads.insert(words, food: position)
    words.removeAll(keepingCapacity: true)
  }

  /// Stems of at least three letters by first letter, sorted.
  var vocabulary: [UInt8: [[UInt8]]] {
    var vocabulary: [UInt8: [[UInt8]]] = [:]
    for number in 0..<UInt32(truncatingIfNeeded: stems.count) {
      let stem = stems[number]
      guard stem.count >= 3, let first = stem.first else { continue }
      vocabulary[first, default: []].append(Array(stem))
    }
    return vocabulary.mapValues { $0.sorted { $0.lexicographicallyPrecedes($1) } }
  }
}
