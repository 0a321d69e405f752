import Bytes

/// Gives every request an id, which the log and the `X-Request-ID` field of the response contain.
struct RequestID: Sendable {
  private static let prefixLength = 8
  private let environment: Environment

  init(environment: Environment) { self.environment = environment }

  /// The ids of one loop. Their prefix differs for each loop and process.
  func makeSequence() -> RequestIDSequence {
    RequestIDSequence(prefix: environment.newID().prefix(Self.prefixLength) + "-")
  }
}

/// The request ids of one loop: a prefix and a hexadecimal counter. Confined to its loop's thread.
struct RequestIDSequence {
  private let prefix: String
  private var last: UInt64 = 0

  init(prefix: String) { self.prefix = prefix }

  /// A new id.
  mutating func next() -> String {
    last += 1
    var digits = last
    let count = (64 - digits.leadingZeroBitCount + 3) / 4
    let length = prefix.utf8.count
    return unsafe String(unsafeUninitializedCapacity: length + count) { space in
      _ = unsafe space.update(fromContentsOf: prefix.utf8)
      for place in (length..<length + count).reversed() {
        let digit = UInt8(truncatingIfNeeded: digits & 15)
        unsafe space[place] = digit < 10 ? 0x30 + digit : 0x57 + digit
        digits >>= 4
      }
      return length + count
    }
  }
}
