/// Consecutive words of a text, of which the last may end with `*` for any ending.
package struct Phrase: Sendable, Hashable {
  /// The words; there may be none.
  package let words: [String]
  /// Whether the last word stands for all words that begin with it.
  package let endsOpen: Bool

  /// A phrase of words that are split already.
  package init(_ words: [String], endsOpen: Bool = false) {
    self.words = words
    self.endsOpen = endsOpen
  }

  /// The number of characters, by which the most exact of several phrases is chosen.
  package var length: Int { words.reduce(words.count - 1) { $0 + $1.utf8.count } }

  /// Whether the phrase stands at an index of a list of words.
  package func occurs(in text: [String], at start: Int) -> Bool {
    guard start + words.count <= text.count else { return false }
    let last = words.count - 1
    for offset in 0..<last where text[start + offset] != words[offset] { return false }
    return endsOpen ? text[start + last].hasPrefix(words[last]) : text[start + last] == words[last]
  }
}

/// Alternatives, each with a value, found by their first words.
package struct PhraseTable<Value: Sendable>: Sendable {
  /// A phrase with its value.
  package typealias Entry = (phrase: Phrase, value: Value)

  /// All phrases, in the order in which they were added.
  package private(set) var all: [Phrase] = []
  private var entries: [String: [Entry]] = [:]
  private var hasBeginnings = false

  /// A table of phrases that `insert` can extend.
  package init(_ entries: [Entry] = []) { for entry in entries { insert(entry.phrase, entry.value) } }

  /// Adds a phrase; one without words is left out.
  package mutating func insert(_ phrase: Phrase, _ value: Value) {
    guard let first = phrase.words.first else { return }
    all.append(phrase)
    let isBeginning = phrase.endsOpen && phrase.words.count == 1
    hasBeginnings = hasBeginnings || isBeginning
    entries[isBeginning ? Self.beginning(first) : first, default: []].append((phrase, value))
  }

  /// Returns what stands at an index of a list of words.
  package func all(at index: Int, in words: [String]) -> [Entry] {
    // Most words begin no phrase: this is called for every list and word.
    let found = entries[words[index]] ?? []
    let open = hasBeginnings ? entries[Self.beginning(words[index])] ?? [] : []
    return found.isEmpty && open.isEmpty ? [] : (found + open).filter { $0.phrase.occurs(in: words, at: index) }
  }

  /// Returns the longest phrase that occurs and has an accepted value; the first one of several.
  package func longest(of words: [String], where accepts: (Value) -> Bool = { _ in true }) -> Entry? {
    words.indices.flatMap { all(at: $0, in: words) }.filter { accepts($0.value) }
      .max { $0.phrase.length < $1.phrase.length }
  }

  /// Returns the phrase of most words that stands at an index.
  package func longest(in words: [String], at index: Int) -> Entry? {
    all(at: index, in: words).max { $0.phrase.words.count < $1.phrase.words.count }
  }

  /// Whether any of the phrases stands anywhere in a list of words.
  package func occur(in words: [String]) -> Bool { words.indices.contains { !all(at: $0, in: words).isEmpty } }

  /// The key of phrases of one word with any ending, which has at least two letters.
  private static func beginning(_ word: String) -> String { word.prefix(2) + "*" }
}
