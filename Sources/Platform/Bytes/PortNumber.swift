/// A TCP port as text (RFC 3986 §3.2.3).
package enum PortNumber {
  /// Returns the port of one to five digits, 0 to 65535; nil for other text, also for `+80`, which `UInt16` reads.
  package static func parse(_ text: some StringProtocol) -> UInt16? {
    guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return UInt16(text)
  }
}
