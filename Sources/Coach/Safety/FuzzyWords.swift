/// Corrects words with one letter missing, added or changed, or two adjacent letters swapped.
///
/// Words of everyday language and of the food table are never corrected. A lookup costs one dictionary access per letter,
/// because words are indexed by the remainder after each deletion.
struct FuzzyWords: Sendable {
  static let minLetters = 5

  /// Correct words that are similar to words of rules or tables.
  static let ordinaryWords = String(decoding: CoachTable.safetyOrdinaryWords.bytes, as: UTF8.self)
    .split(whereSeparator: \.isWhitespace).map(String.init)

  private var index: [String: [String]] = [:]
  private let ordinary: Set<String>

  init(_ words: [String], ordinary: Set<String>) {
    self.ordinary = ordinary
    for word in words.sorted() {
      for rest in Self.shortened(word) + [word] { index[rest, default: []].append(word) }
    }
  }

  /// Returns the word that `written` is or misspells; nil if there is none.
  func meant(_ written: String) -> String? {
    let length = written.utf8.count
    guard length >= Self.minLetters, length <= 20, !ordinary.contains(written) else { return nil }
    if index[written]?.contains(written) == true { return written }
    var best: String?
    for rest in [written] + Self.shortened(written) {
      for word in index[rest] ?? [] where Self.isNear(written, word) {
        // The first letter is rarely wrong, so words with the same first letter have precedence.
        if word.utf8.first == written.utf8.first { return word }
        best = best ?? word
      }
    }
    return best.flatMap { Self.swapsFirst(written, $0) ? $0 : nil }
  }

  /// Returns the words with those corrected that are unknown; at most `most` of them, which bounds the cost of a text of
  /// misspellings.
  func corrected(_ words: some Sequence<String>, most: Int, where isUnknown: (String) -> Bool) -> [String] {
    var corrections = most
    return words.map { word in
      guard corrections > 0, word.utf8.count >= Self.minLetters, isUnknown(word) else { return word }
      corrections -= 1
      return meant(word) ?? word
    }
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

  /// Whether the words differ by one edit or one swap of adjacent letters.
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
