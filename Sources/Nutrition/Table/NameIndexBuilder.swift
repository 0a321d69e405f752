/// Gathers the indexes of a table from the stems of its names.
///
/// The first food wins a name that two have, so that a clash never depends on hashing; `scripts/check-foods` reports
/// clashes.
struct NameIndexBuilder {
  private(set) var stems = StemTable()
  private(set) var phrases = PhraseIndex()
  private(set) var unordered = PhraseIndex()
  private(set) var heads = PhraseIndex()
  /// The name that is being gathered.
  private var words: [UInt32] = []
  /// "of", "and", "with": left out where the order does not count.
  private var joints: [UInt32] = []

  init() { joints = ["of", "and", "with"].map { stems.insert($0.utf8) } }

  /// Adds the next stem of a name.
  mutating func add(stem: [UInt8]) { words.append(stems.insert(stem)) }

  /// Adds the stems of a name.
  mutating func add(name bytes: [UInt8], _ range: Range<Int>) {
    NameStemmer.forEachStem(bytes, range) { words.append(stems.insert($0)) }
  }

  /// Ends a name or alias of the food at this position.
  mutating func finish(food: Int) {
    defer { words.removeAll(keepingCapacity: true) }
    guard !words.isEmpty, words.count <= FoodTable.maxPhraseWords else { return }
    phrases.insert(words, food: food)
    words.removeAll { joints.contains($0) }
    words.sort()
    if !words.isEmpty { unordered.insert(words, food: food) }
  }

  /// Ends a word that stands for the food at this position.
  mutating func finish(head position: Int) {
    heads.insert(words, food: position)
    words.removeAll(keepingCapacity: true)
  }

  /// Stems of three and more letters by first letter, in alphabetical order.
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
