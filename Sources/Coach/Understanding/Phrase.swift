/// Consecutive words of a message, of which the last may end with `*` for any ending.
struct Phrase: Sendable, Hashable {
  let words: [String]
  /// Whether the last word stands for all words that begin with it.
  let endsOpen: Bool

  /// The words as `Utterance` splits them.
  init(_ text: some StringProtocol) { self.init(Utterance.split(String(text)), endsOpen: text.last == "*") }

  init(_ words: [String], endsOpen: Bool = false) {
    self.words = words
    self.endsOpen = endsOpen
  }

  /// The number of characters, by which the most exact of several phrases is chosen.
  var length: Int { words.reduce(words.count - 1) { $0 + $1.utf8.count } }

  func occurs(in text: [String], at start: Int) -> Bool {
    guard start + words.count <= text.count else { return false }
    let last = words.count - 1
    for offset in 0..<last where text[start + offset] != words[offset] { return false }
    return endsOpen ? text[start + last].hasPrefix(words[last]) : text[start + last] == words[last]
  }
}

/// Alternatives, each with a value, found by their first words.
struct PhraseTable<Value: Sendable>: Sendable {
  typealias Entry = (phrase: Phrase, value: Value)

  private(set) var all: [Phrase] = []
  private var entries: [String: [Entry]] = [:]
  private var hasBeginnings = false

  init(_ entries: [Entry] = []) { for entry in entries { insert(entry.phrase, entry.value) } }

  mutating func insert(_ phrase: Phrase, _ value: Value) {
    guard let first = phrase.words.first else { return }
    all.append(phrase)
    let isBeginning = phrase.endsOpen && phrase.words.count == 1
    hasBeginnings = hasBeginnings || isBeginning
    entries[isBeginning ? Self.beginning(first) : first, default: []].append((phrase, value))
  }

  /// Returns what stands at an index of a list of words.
  func all(at index: Int, in words: [String]) -> [Entry] {
    // Most words begin no phrase: this is called for every list and word.
    let found = entries[words[index]] ?? []
    let open = hasBeginnings ? entries[Self.beginning(words[index])] ?? [] : []
    return found.isEmpty && open.isEmpty ? [] : (found + open).filter { $0.phrase.occurs(in: words, at: index) }
  }

  /// Returns the phrase of most words that stands at an index.
  func longest(in words: [String], at index: Int) -> Entry? {
    all(at: index, in: words).max { $0.phrase.words.count < $1.phrase.words.count }
  }

  func occur(in words: [String]) -> Bool { words.indices.contains { !all(at: $0, in: words).isEmpty } }

  /// The key of phrases of one word with any ending, which has at least two letters.
  private static func beginning(_ word: String) -> String { word.prefix(2) + "*" }
}

/// Alternatives that are a cell of a table, joined by ';', with the value of their row.
typealias Phrases = PhraseTable<String>

extension Phrases {
  init(_ cell: some StringProtocol, value: String = "") {
    self.init(cell.split(separator: ";").map { (Phrase($0), value) })
  }
}

extension Utterance {
  /// Returns the longest phrase that occurs and has an accepted value; the first one of several.
  func longest<Value>(
    of table: PhraseTable<Value>, where accepts: (Value) -> Bool = { _ in true }
  ) -> PhraseTable<Value>.Entry? {
    words.indices.flatMap { table.all(at: $0, in: words) }.filter { accepts($0.value) }
      .max { $0.phrase.length < $1.phrase.length }
  }
}
