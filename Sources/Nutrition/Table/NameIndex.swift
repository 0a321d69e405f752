import TextModels

/// The names and aliases of foods by the stems of their words. If two foods have one name, the first is found;
/// `scripts/check-foods` reports such clashes.
struct NameIndex: Sendable {
  /// The number of each distinct stem.
  private(set) var numbers: [String: UInt32] = [:]
  /// Number of words of the longest name that begins with each stem.
  private var longest: [Int] = []
  /// Names and aliases.
  private(set) var phrases = PhraseIndex()
  /// Names and aliases without stop words, their stems sorted by number, for "rice brown" and "breast of chicken".
  private var unordered = PhraseIndex()

  /// Words that are not part of unordered names.
  static let stopWords = ["of", "and", "with"]

  /// The words of the last name. Kept between names, because loading the table depends on its speed.
  private var words: [UInt32] = []
  /// Stems of at least three letters by first letter, in the order of their numbers.
  private(set) var vocabulary: [UInt8: [[UInt8]]] = [:]

  init(capacity: Int = 0) {
    numbers.reserveCapacity(capacity)
    for word in Self.stopWords { _ = number(adding: word) }
  }

  /// The number of a stem, which is added unless it is present.
  private mutating func number(adding stem: String) -> UInt32 {
    if let known = numbers[stem] { return known }
    let number = UInt32(truncatingIfNeeded: numbers.count)
    numbers[stem] = number
    longest.append(0)
    let letters = Array(stem.utf8)
    if letters.count >= 3 { vocabulary[letters[0], default: []].append(letters) }
    return number
  }

  /// Adds a name or alias, unless it has too many words. An ordered one is also found by its words in their order.
  mutating func add(_ stems: [String], food: Int, isOrdered: Bool = true) {
    words.removeAll(keepingCapacity: true)
    for stem in stems { words.append(number(adding: stem)) }
    guard !words.isEmpty, words.count <= FoodTable.maxPhraseWords else { return }
    if isOrdered {
      phrases.insert(words, food: food)
      longest[Int(words[0])] = max(longest[Int(words[0])], words.count)
    }
    words.removeAll { $0 < Self.stopWords.count }
    words.sort()
    if !words.isEmpty { unordered.insert(words, food: food) }
  }

  /// The food whose name or alias has exactly these stems in this order.
  func food(_ stems: some Collection<String>) -> Int? { numbers(of: stems).flatMap { phrases.food($0) } }

  /// The food whose name or alias has exactly these stems in any order.
  func food(anyOrder stems: [String]) -> Int? {
    guard let words = numbers(of: stems.filter { !Self.stopWords.contains($0) }), !words.isEmpty else { return nil }
    return unordered.food(words.sorted())
  }

  /// The longest name at the beginning of `stems`: its food and the number of words.
  func longestMatch(_ stems: ArraySlice<String>) -> (food: Int, length: Int)? {
    guard let first = stems.first.flatMap({ numbers[$0] }), longest[Int(first)] > 0 else { return nil }
    var known = [first]
    for stem in stems.dropFirst().prefix(longest[Int(first)] - 1) {
      guard let number = numbers[stem] else { break }
      known.append(number)
    }
    while !known.isEmpty {
      if let found = phrases.food(known) { return (found, known.count) }
      known.removeLast()
    }
    return nil
  }

  /// The numbers of the stems; nil if one is in no name.
  private func numbers(of stems: some Collection<String>) -> [UInt32]? {
    let known = stems.compactMap { numbers[$0] }
    return known.count == stems.count ? known : nil
  }
}
