import TextModels

/// The names of the table by their words, for the search of the name that covers most of a description.
///
/// A word weighs the logarithm of how rare it is among the names, so that "stroganoff" says more than "sauce". The
/// score of a name is the weight of its words, which must all be in the text.
struct NameCoverage: Sendable {
  /// Weight of the words of each name that the current text has, and the rows where it is not zero.
  struct Scratch: Sendable {
    fileprivate var weights: [Float] = []
    fileprivate var rows: [Int] = []

    /// Number of names that the last search examined.
    var count: Int { rows.count }
  }

  /// Largest number of names that one search examines.
  private static let maxRows = 8000

  private let names: PhraseIndex
  /// Rows of the names with each word, from `starts[word]` to `starts[word + 1]`.
  private let rows: [UInt32]
  private let starts: [Int]
  /// Weight of each word; 0 for ``functionWords``.
  private let weights: [Float]
  /// Weight of all words of each name.
  private let totals: [Float]
  /// Words that begin the description of a food in its name.
  private let prepositions: [UInt32]
  /// The words that say that a food lacks what follows, and last the one for what precedes.
  private let negations: [UInt32]
  /// "and", if a name has it.
  private let conjunction: UInt32

  static let prepositionWords: Set<String> = ["with", "in", "on", "without", "from"]
  private static let functionWords = ["of", "and", "with", "in", "on", "from", "the", "a", "for", "to", "made"]

  init(_ index: NameIndex) {
    let (names, stems) = (index.phrases, index.numbers)
    var starts = [Int](repeating: 0, count: stems.count + 1)
    for row in 0..<names.count { names.forEachWord(of: row) { starts[Int($0) + 1] += 1 } }
    let count = Float(max(names.count, 1))
    var weights = starts.dropFirst().map { Self.logarithm(count / Float(max($0, 1))) }
    for word in Self.functionWords { if let number = stems[word] { weights[Int(number)] = 0 } }
    for word in 0..<stems.count { starts[word + 1] += starts[word] }
    var next = starts
    var rows = [UInt32](repeating: 0, count: starts.last ?? 0)
    var totals = [Float](repeating: 0, count: names.count)
    for row in 0..<names.count {
      names.forEachWord(of: row) { word in
        rows[next[Int(word)]] = UInt32(truncatingIfNeeded: row)
        next[Int(word)] += 1
        totals[row] += weights[Int(word)]
      }
    }
    (self.names, self.rows, self.starts, self.weights, self.totals) = (names, rows, starts, weights, totals)
    conjunction = stems["and"] ?? .max
    negations = ["without", "no", "fre"].map { stems[$0] ?? .max }
    prepositions = Self.prepositionWords.compactMap { stems[$0] }
  }

  /// The binary logarithm of a value of at least 1, linear between powers of two.
  private static func logarithm(_ value: Float) -> Float { Float(value.exponent) + value.significand - 1 }

  /// Whether the name is one for a kind of the food that `word` names: "bean burrito" and "burrito with beans" are
  /// kinds of burrito, "burrito sauce" is not. "Beans and rice" is a kind of beans, too.
  func isKind(_ row: Int, of word: UInt32) -> Bool {
    let words = names[row].words.prefix { !prepositions.contains($0) }
    return words.last == word || words.firstIndex(of: conjunction).map { words[..<$0].last == word } == true
  }

  /// Whether the name says of exactly the words in `excluded` that the food lacks them: "without skin", "fat free".
  func lacks(_ row: Int, _ excluded: Set<UInt32>) -> Bool {
    let words = names[row].words
    return excluded.isEmpty
      || words.indices.allSatisfy { index in
        let isNegated =
          words[..<index].last.map(negations.dropLast().contains) ?? false
          || words[index...].dropFirst().first == negations.last
        return isNegated == excluded.contains(words[index])
      }
  }

  /// The rows of the names that have a word.
  func rows(with word: UInt32) -> ArraySlice<UInt32> { rows[starts[Int(word)]..<starts[Int(word) + 1]] }

  /// The food of the name.
  func food(_ row: Int) -> Int { names[row].food }

  /// The words of the name with a weight, and its food.
  func name(_ row: Int) -> (words: [UInt32], food: Int) {
    (names[row].words.filter { weight($0) > 0 }, names[row].food)
  }

  /// The weight of a word.
  func weight(_ word: UInt32) -> Float { weights[Int(word)] }

  /// The weight of several words. Sums of `Float` depend on the order, and the order of a set on the process.
  func weight(of words: Set<UInt32>) -> Float { words.sorted().reduce(0) { $0 + weight($1) } }

  /// The row of the best name for which `isAllowed` holds; of equal ones the first.
  ///
  /// - Parameters:
  ///   - words: distinct words of the text.
  ///   - factors: of the words that count more or less than their weight.
  func best(_ words: [UInt32], factors: [UInt32: Float], _ scratch: inout Scratch, isAllowed: (Int) -> Bool) -> Int? {
    if scratch.weights.isEmpty { scratch.weights = [Float](repeating: 0, count: totals.count) }
    scratch.rows.removeAll(keepingCapacity: true)
    for word in words.sorted(by: { weight($0) > weight($1) }) {
      let found = rows(with: word)
      guard weight(word) > 0, scratch.rows.count + found.count < Self.maxRows else { continue }
      for row in found {
        if scratch.weights[Int(row)] == 0 { scratch.rows.append(Int(row)) }
        scratch.weights[Int(row)] += weights[Int(word)]
      }
    }
    var best: (row: Int, score: Float)?
    for row in scratch.rows {
      var score = scratch.weights[row]
      scratch.weights[row] = 0
      guard score > totals[row] - 0.01 else { continue }
      for word in names[row].words { score += weight(word) * ((factors[word] ?? 1) - 1) }
      let isBetter = best.map { score > $0.score || score == $0.score && row < $0.row } ?? true
      if isBetter, isAllowed(row) { best = (row, score) }
    }
    return best?.row
  }
}
