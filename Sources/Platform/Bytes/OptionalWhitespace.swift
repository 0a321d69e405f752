extension BidirectionalCollection<UInt8> {
  /// The bytes without spaces and tabs at either end: optional white space of HTTP (RFC 9110 §5.6.3).
  package func trimmingOptionalWhitespace() -> SubSequence {
    let start = drop { $0 == 0x20 || $0 == 0x09 }
    guard let last = start.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return start.prefix(0) }
    return start[...last]
  }
}
