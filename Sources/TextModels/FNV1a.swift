/// The hash FNV-1a of 32 bits, which spreads short texts well (IETF draft-eastlake-fnv). It resists no attacker.
package enum FNV1a {
  /// The hash of no bytes.
  package static let start: UInt32 = 2_166_136_261

  /// Returns the hash of bytes.
  /// - Parameter value: the hash of the bytes before them.
  package static func hash(_ bytes: some Sequence<UInt8>, from value: UInt32 = start) -> UInt32 {
    bytes.reduce(value) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
