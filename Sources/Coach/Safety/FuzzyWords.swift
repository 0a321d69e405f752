/// Finds the word that a misspelling was meant for: one letter missing, added, changed, or two swapped.
///
/// Words of everyday language and of the food table are never corrected. A look-up costs one dictionary access per
/// letter: words are indexed by what remains when one letter is left out.
struct FuzzyWords: Sendable {
  static let minLetters = 5

  private var index: [String: [String]] = [:]
  private let ordinary: Set<String>

  /// - Parameter ordinary: words that are as they were meant, although they are near one of `words`.
  init(_ words: [String], ordinary: Set<String>) {
    self.ordinary = ordinary
    for word in words.sorted() {
      for rest in Self.shortened(word) + [word] { index[rest, default: []].append(word) }
    }
  }

  /// The word that `written` stands for; nil if it is near none.
  func meant(_ written: String) -> String? {
    let length = written.utf8.count
    guard length >= Self.minLetters, length <= 20, !ordinary.contains(written) else { return nil }
    var best: String?
    for rest in [written] + Self.shortened(written) {
      for word in index[rest] ?? [] where Self.isNear(written, word) {
        // The first letter is rarely mistaken; a word that keeps it goes before one that does not.
        if word.utf8.first == written.utf8.first { return word }
        best = best ?? word
      }
    }
    return best.flatMap { Self.swapsFirst(written, $0) ? $0 : nil }
  }

  private static func shortened(_ word: String) -> [String] {
    let letters = Array(word.utf8)
    return letters.indices.map { left in
      String(decoding: letters[..<left] + letters[(left + 1)...], as: UTF8.self)
    }
  }

  private static func swapsFirst(_ written: String, _ word: String) -> Bool {
    let (left, right) = (Array(written.utf8.prefix(2)), Array(word.utf8.prefix(2)))
    return left.count == 2 && right.count == 2 && left[0] == right[1] && left[1] == right[0]
  }

  /// Whether one change, or one swap of neighbours, makes one of the other.
  static func isNear(_ left: String, _ right: String) -> Bool {
    let (a, b) = (Array(left.utf8), Array(right.utf8))
    guard abs(a.count - b.count) <= 1 else { return false }
    let shorter = min(a.count, b.count)
    var start = 0
    while start < shorter, a[start] == b[start] { start += 1 }
    var end = 0
    while end < shorter - start, a[a.count - 1 - end] == b[b.count - 1 - end] { end += 1 }
    let (restA, restB) = (a.count - start - end, b.count - start - end)
    if max(restA, restB) <= 1 { return true }
    return restA == 2 && restB == 2 && a[start] == b[start + 1] && a[start + 1] == b[start]
  }
}
