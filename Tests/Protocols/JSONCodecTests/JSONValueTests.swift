import Testing

@testable import JSONCodec

@Suite struct JSONValueTests {
  /// RFC 8259 §8.1, also within an ignored value.
  @Test(arguments: [
    "\"\u{FF}\"", "{\"\u{96}\":1}", "{\"a\":\"x\",\"a\":\"\u{96}\"}", "[\"\u{C0}\u{80}\"]", "[\"\u{ED}\u{A0}\u{80}\"]",
    "{\"a\":1}\u{FF}",
  ])
  func readsOnlyUTF8(latin: String) {
    let bytes = latin.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    #expect(throws: (any Error).self) { try JSONValue(parsing: bytes) }
  }
}
