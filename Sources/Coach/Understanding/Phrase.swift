/// Consecutive words of a message, of which the last may end with `*` for any ending.
struct Phrase: Sendable, Equatable {
  let words: [String]
  /// Whether the last word stands for all words that begin with it.
  let endsOpen: Bool

  init(_ text: some StringProtocol) {
    endsOpen = text.last == "*"
    words = Utterance.split(String(text))
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

/// Alternatives, of which one is enough. A cell of a table lists them with ';'.
struct Phrases: Sendable, Equatable {
  let all: [Phrase]

  /// The phrases by their first word; those of one word with any ending have the empty word.
  private let byFirstWord: [String: [Phrase]]

  init(_ cell: some StringProtocol) { self.init(cell.split(separator: ";").map { Phrase($0) }) }

  init(_ phrases: [Phrase]) {
    all = phrases
    byFirstWord = Dictionary(grouping: phrases) { $0.endsOpen && $0.words.count == 1 ? "" : $0.words.first ?? "" }
  }

  /// Returns the phrase of most words that stands at an index of a list of words.
  func longest(in words: [String], at index: Int) -> Phrase? {
    let candidates = (byFirstWord[words[index]] ?? []) + (byFirstWord[""] ?? [])
    return candidates.filter { $0.occurs(in: words, at: index) }.max { $0.words.count < $1.words.count }
  }

  func occur(in words: [String]) -> Bool { words.indices.contains { longest(in: words, at: $0) != nil } }
}

extension Utterance {
  /// Returns the row of which the longest phrase occurs, and that phrase; the first one of several.
  func longest<Row>(of rows: [Row], _ phrases: (Row) -> Phrases) -> (Row, phrase: Phrase)? {
    rows.reduce(nil as (Row, phrase: Phrase)?) { best, row in
      let found = phrases(row).all.filter { $0.length > best?.phrase.length ?? 0 && position(of: $0) != nil }
      return found.max { $0.length < $1.length }.map { (row, $0) } ?? best
    }
  }
}
