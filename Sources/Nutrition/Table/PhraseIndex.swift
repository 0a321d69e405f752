/// Hash table from phrases, as stem numbers, to foods. Of equal phrases the first is kept. Open addressing.
struct PhraseIndex: Sendable {
  /// The stem numbers of all phrases.
  private var words: [UInt32] = []
  /// End of each phrase in `words`.
  private var ends: [UInt32] = []
  /// Food of each phrase.
  private var owners: [UInt32] = []
  /// 0 if free, otherwise the index of a phrase plus one. The size is a power of two; at most half are in use.
  private var slots = [UInt32](repeating: 0, count: 4096)

  /// The number of phrases.
  var count: Int { owners.count }

  /// The stem numbers of a phrase and the position of its food.
  subscript(row: Int) -> (words: ArraySlice<UInt32>, food: Int) {
    (words[(row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])], Int(owners[row]))
  }

  /// Position of the food with this phrase.
  func food(_ phrase: some Collection<UInt32>) -> Int? {
    let found = slots[slot(of: phrase)]
    return found == 0 ? nil : Int(owners[Int(found - 1)])
  }

  /// Adds a phrase unless it is present.
  mutating func insert(_ phrase: [UInt32], food: Int) {
    if (count + 1) * 2 > slots.count { grow() }
    let slot = slot(of: phrase)
    guard slots[slot] == 0 else { return }
    words.append(contentsOf: phrase)
    ends.append(UInt32(truncatingIfNeeded: words.count))
    owners.append(UInt32(truncatingIfNeeded: food))
    slots[slot] = UInt32(truncatingIfNeeded: owners.count)
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for row in 0..<count { slots[slot(of: self[row].words)] = UInt32(truncatingIfNeeded: row + 1) }
  }

  private func slot(of phrase: some Collection<UInt32>) -> Int {
    var hash: UInt64 = 0
    for word in phrase { hash = (hash ^ UInt64(word) &+ 1) &* 0x9E37_79B9_7F4A_7C15 ^ hash >> 31 }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: (hash ^ hash >> 32) & UInt64(mask))
    while slots[slot] != 0, !self[Int(slots[slot] - 1)].words.elementsEqual(phrase) { slot = (slot + 1) & mask }
    return slot
  }
}
