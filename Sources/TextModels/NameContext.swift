/// A name in a text with the words around it, by which a ``TextClassifier`` judges what is said of it.
///
/// Features are the words of the name; the words of the clause on each side, pairs of neighbours among them, and those
/// next to the name; the words of the sentence on each side; the lengths of the sentence, of its clauses, and of the name;
/// and circumstances, which are names of what else is known. The cost is bounded: only the nearest words are read.
package struct NameContext: Sendable {
  /// A pause in ``words``; two of them end a sentence. A break is a bracket or another sign, which ends a clause, too.
  package static let (pause, `break`) = ("", ".")
  /// Words of the clause that are read on each side, and words and pauses of the sentence.
  private static let (maxClause, maxSentence) = (8, 40)

  /// The words of the text, and its pauses.
  package let words: [String]
  /// The positions of the name, at least one.
  package let name: Range<Int>

  /// Creates the context of a name inside `words`.
  package init(_ words: [String], name: Range<Int>) { (self.words, self.name) = (words, name) }

  /// Returns the features, each once: hashes of `bits` bits.
  package func features(_ circumstances: [String], bits: Int) -> [Int] {
    var found: Set<Int> = []
    func add(_ kind: String, _ text: String) {
      found.insert(TextClassifier.hash([kind.utf8[...], " ".utf8[...], text.utf8[...]], bits: bits))
    }
    for circumstance in circumstances { add("k", circumstance) }
    for word in words[name] { add("n", word) }
    let before = sentence(words[..<name.lowerBound].reversed())
    let after = sentence(words[name.upperBound...])
    for (side, sentence) in [("b", before), ("a", after)] {
      let clause = sentence.prefix { !Self.endsClause($0) }.prefix(Self.maxClause)
      for word in clause { add(side, word) }
      for (one, two) in zip(clause, clause.dropFirst()) { add(side + "2", one + " " + two) }
      add(side + "1", clause.first ?? Self.pause)
      for word in sentence where !Self.endsClause(word) { add(side + "s", word) }
    }
    let pauses = (before + after).count(where: Self.endsClause)
    let length = before.count + after.count + name.count
    add("clause", "\(min(length / (1 + pauses) / 2, 6))")
    add("sentence", "\(min(length / 4, 8))")
    add("name", "\(min(name.count, 3))")
    return found.sorted()
  }

  private static func endsClause(_ word: String) -> Bool { word == pause || word == `break` }

  /// The words up to the end of the sentence.
  private func sentence(_ words: some Sequence<String>) -> [String] {
    var found: [String] = []
    for word in words.prefix(Self.maxSentence) {
      if word == Self.pause, found.last == Self.pause { return found.dropLast() }
      found.append(word)
    }
    return found
  }
}
