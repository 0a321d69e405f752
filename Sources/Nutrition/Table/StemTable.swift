/// The distinct stems of all names, each with a number. Open addressing over one byte buffer.
struct StemTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []
  /// 0 if free, otherwise a stem number plus one. The size is a power of two; at most half are in use.
  private var slots = [UInt32](repeating: 0, count: 1024)

  /// The number of stems.
  var count: Int { ends.count }

  /// The UTF-8 of a stem.
  subscript(number: UInt32) -> ArraySlice<UInt8> {
    let index = Int(number)
    return bytes[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])]
  }

  /// The number of a stem; nil if no name has it.
  func number(of stem: some Collection<UInt8>) -> UInt32? {
    let found = slots[slot(of: stem)]
    return found == 0 ? nil : found - 1
  }

  /// Adds a stem unless it is present. - Returns: its number.
  mutating func insert(_ stem: [UInt8]) -> UInt32 {
    if (count + 1) * 2 > slots.count { grow() }
    let slot = slot(of: stem)
    if slots[slot] != 0 { return slots[slot] - 1 }
    bytes.append(contentsOf: stem)
    ends.append(UInt32(truncatingIfNeeded: bytes.count))
    slots[slot] = UInt32(truncatingIfNeeded: ends.count)
    return slots[slot] - 1
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for number in 0..<UInt32(truncatingIfNeeded: count) { slots[slot(of: self[number])] = number + 1 }
  }

  /// The slot of the stem, or the free slot for it.
  private func slot(of stem: some Collection<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in stem { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: (hash ^ hash >> 29) & UInt64(mask))
    while slots[slot] != 0, !self[slots[slot] - 1].elementsEqual(stem) { slot = (slot + 1) & mask }
    return slot
  }
}
