/// The random numbers of one fault: SplitMix64 (Steele, Lea and Flood, 2014). Equal seeds give equal numbers on every machine.
struct FaultRandom: Sendable, Equatable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next number, uniform over all 64 bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns true with this probability.
  mutating func chance(_ probability: Double) -> Bool {
    // 53 bits, as many as a Double distinguishes.
    Double(next() >> 11) * 0x1p-53 < probability
  }

  /// A number from 0 to `bound`.
  mutating func number(upTo bound: Int) -> Int {
    bound <= 0 ? 0 : Int(next() % UInt64(bound + 1))
  }

  /// An order of `count` elements other than their own, if there are two or more: the old positions in the new order.
  mutating func order(of count: Int) -> [Int] {
    var order = Array(0..<max(0, count))
    guard count > 1 else { return order }
    for index in (1..<count).reversed() { order.swapAt(index, number(upTo: index)) }
    if order == Array(0..<count) { order.reverse() }
    return order
  }
}
