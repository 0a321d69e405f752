/// Hash table from phrases, as stem numbers, to the positions of foods. Of equal phrases the first is kept. Open addressing.
package struct PhraseIndex: Sendable {
  /// The stem numbers of all phrases.
  private var words: [UInt32] = []
  /// End of each phrase in `words`.
  private var ends: [UInt32] = []
  /// Hash of each phrase.
  private var hashes: [UInt32] = []
  /// Food of each phrase.
  private var owners: [UInt32] = []
  /// 0 if free, otherwise the index of a phrase plus one. The size is a power of two; at most half are in use.
  private var slots = [UInt32](repeating: 0, count: 4096)

  /// No phrases yet.
  package init() {}

  /// The number of phrases.
  package var count: Int { owners.count }

  /// The stem numbers of a phrase and the position of its food.
  package subscript(row: Int) -> (words: ArraySlice<UInt32>, food: Int) {
    (words[(row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])], Int(owners[row]))
  }

  /// Calls `body` with each distinct word of a phrase.
  package func forEachWord(of row: Int, _ body: (UInt32) -> Void) {
    let words = self[row].words
    for index in words.indices where !words[..<index].contains(words[index]) { body(words[index]) }
  }

  /// Position of the food with this phrase.
  package func food(_ phrase: [UInt32]) -> Int? {
    let found = slots[slot(of: phrase, Self.hash(phrase))]
    return found == 0 ? nil : Int(owners[Int(found - 1)])
  }

  /// Adds a phrase unless it is present.
  package mutating func insert(_ phrase: [UInt32], food: Int) {
    if (count + 1) * 2 > slots.count { grow() }
    let hash = Self.hash(phrase)
    let slot = slot(of: phrase, hash)
    guard slots[slot] == 0 else { return }
    words.append(contentsOf: phrase)
    hashes.append(hash)
    ends.append(UInt32(truncatingIfNeeded: words.count))
    owners.append(UInt32(truncatingIfNeeded: food))
    slots[slot] = UInt32(truncatingIfNeeded: owners.count)
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 4)
    for row in 0..<count { slots[slot(of: nil, hashes[row])] = UInt32(truncatingIfNeeded: row + 1) }
  }

  private static func hash(_ phrase: [UInt32]) -> UInt32 {
    var hash: UInt64 = 0
    for word in phrase { hash = (hash ^ UInt64(word) &+ 1) &* 0x9E37_79B9_7F4A_7C15 ^ hash >> 31 }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

  /// The slot of the phrase, or a free one; nil for a phrase that is in none.
  private func slot(of phrase: [UInt32]?, _ hash: UInt32) -> Int {
    let mask = slots.count - 1
    var slot = Int(hash) & mask
    while slots[slot] != 0, !isPhrase(Int(slots[slot] - 1), phrase, hash) { slot = (slot + 1) & mask }
    return slot
  }

  private func isPhrase(_ row: Int, _ phrase: [UInt32]?, _ hash: UInt32) -> Bool {
    hashes[row] == hash && phrase.map(self[row].words.elementsEqual) == true
  }
}
