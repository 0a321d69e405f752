/// A name in a text with the words around it, by which a ``TextClassifier`` judges what is said of it.
///
/// Features are the words of the name; the words of the clause on each side, pairs of neighbours among them, and those
/// next to the name; the words of the sentence on each side; the lengths of the sentence, of its clauses, and of the name;
/// and circumstances, which are names of what else is known. The cost is bounded: only the nearest words are read.
package struct NameContext: Sendable {
  /// The words of a text, and its pauses.
  package struct Text: Sendable {
    /// The words, in order.
    package let words: [String]
    fileprivate let hashes: [UInt32]

    /// Reads the words of a text once for all names in it.
    package init(_ words: [String]) {
      self.words = words
      hashes = words.map { FNV1a.hash($0.utf8) }
    }

    /// The range of words that follow each other in the order of `name`, each at most `distance` words after the one before.
    /// Words of the name that are missing are passed over; nil if all are.
    package func range(of name: [String], in range: Range<Int>, distance: Int) -> Range<Int>? {
      var rest = range.clamped(to: words.indices)
      let positions = name.compactMap { word in
        let position = rest.prefix(distance).first { words[$0] == word }
        if let position { rest = position + 1..<rest.upperBound }
        return position
      }
      return positions.first.flatMap { first in positions.last.map { first..<$0 + 1 } }
    }
  }

  /// A pause among words; two of them end a sentence. A break is a bracket or another sign, which ends a clause, too.
  package static let (pause, `break`) = ("", ".")
  private static let (pauseHash, breakHash) = (FNV1a.hash(pause.utf8), FNV1a.hash(`break`.utf8))
  /// Words of the clause that are read on each side, and words and pauses of the sentence.
  private static let (maxClause, maxSentence) = (8, 40)

  /// The text with the name.
  package let text: Text
  /// The positions of the name, at least one.
  package let name: Range<Int>

  /// Creates the context of a name in a text.
  package init(_ text: Text, name: Range<Int>) { (self.text, self.name) = (text, name) }

  /// The subject of a feature. Words before the name, and after it, are of different kinds.
  private enum Kind: UInt32 {
    case circumstance, name, clause, pair, neighbour, sentence, clauseLength, sentenceLength, nameLength
  }

  /// Returns the features, each once: hashes of `bits` bits.
  package func features(_ circumstances: [String], bits: Int) -> [Int] {
    var found: [Int] = []
    found.reserveCapacity(200)
    func add(_ kind: Kind, _ first: UInt32, _ second: UInt32 = 0, isAfter: Bool = false) {
      var hash = FNV1a.start
      for part in [kind.rawValue << 1 | (isAfter ? 1 : 0), first, second] {
        hash = (hash ^ part) &* 0x85EB_CA6B
        hash ^= hash >> 15
      }
      found.append(Int(hash & (1 << UInt32(bits) - 1)))
    }
    for circumstance in circumstances { add(.circumstance, FNV1a.hash(circumstance.utf8)) }
    for hash in text.hashes[name] { add(.name, hash) }
    var (length, pauses) = (name.count, 0)
    for isAfter in [false, true] {
      let side =
        isAfter ? sentence(text.hashes[name.upperBound...]) : sentence(text.hashes[..<name.lowerBound].reversed())
      let clause = side.prefix { !Self.endsClause($0) }.prefix(Self.maxClause)
      for hash in clause { add(.clause, hash, isAfter: isAfter) }
      for (one, two) in zip(clause, clause.dropFirst()) { add(.pair, one, two, isAfter: isAfter) }
      add(.neighbour, clause.first ?? Self.pauseHash, isAfter: isAfter)
      for hash in side where !Self.endsClause(hash) { add(.sentence, hash, isAfter: isAfter) }
      length += side.count
      pauses += side.count(where: Self.endsClause)
    }
    add(.clauseLength, UInt32(min(length / (1 + pauses) / 2, 6)))
    add(.sentenceLength, UInt32(min(length / 4, 8)))
    add(.nameLength, UInt32(min(name.count, 3)))
    found.sort()
    return found.indices.compactMap { $0 > 0 && found[$0] == found[$0 - 1] ? nil : found[$0] }
  }

  private static func endsClause(_ hash: UInt32) -> Bool { hash == pauseHash || hash == breakHash }

  /// The words up to the end of the sentence.
  private func sentence(_ hashes: some Sequence<UInt32>) -> [UInt32] {
    var found: [UInt32] = []
    for hash in hashes.prefix(Self.maxSentence) {
      if hash == Self.pauseHash, found.last == Self.pauseHash { return found.dropLast() }
      found.append(hash)
    }
    return found
  }
}
