/// The distinct stems of all names, each with a number. Open addressing over bytes in one buffer.
struct StemTable: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [UInt32] = []
  /// 0 is free, otherwise a number plus one; a power of two of them, at most half in use.
  private var slots = [UInt32](repeating: 0, count: 1024)

  var count: Int { ends.count }

  subscript(number: UInt32) -> ArraySlice<UInt8> {
    let index = Int(number)
    return bytes[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])]
  }

  func number(of stem: some Collection<UInt8>) -> UInt32? {
    let found = slots[slot(of: stem)]
    return found == 0 ? nil : found - 1
  }

  mutating func insert(_ stem: some Collection<UInt8>) -> UInt32 {
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

  /// Where the stem is, or the free slot where it belongs.
  private func slot(of stem: some Collection<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in stem { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: (hash ^ hash >> 29) & UInt64(mask))
    while slots[slot] != 0, !self[slots[slot] - 1].elementsEqual(stem) { slot = (slot + 1) & mask }
    return slot
  }
}
