import TestSupport
import Testing

@testable import WebSocketCodec

/// Tests that errors are reported at the offending byte, and limits are checked before memory is allocated.
@Suite struct MessageDecoderFailFastTests {
  /// Bytes after which the error must be reported, long before the end of the frame.
  @Test(
    arguments: [
      ([0xC1], .reservedBits), ([0x83], .reservedOpcode(3)), ([0x09], .fragmentedControl), ([0x81, 0x05], .unmasked),
      ([0x89, 0xFE], .oversizedControl(126)), ([0x82, 0xFE, 0x00, 0x7D], .lengthEncoding),
      ([0x82, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0], .lengthEncoding),
      // 0xFF as the first of 100 bytes of text.
      ([0x81, 0xE4, 0, 0, 0, 0, 0xFF], .invalidUTF8),
      // F4 90 is past U+10FFFF, in the middle of a frame.
      ([0x81, 0xE4, 0, 0, 0, 0, 0x41, 0xF4, 0x90], .invalidUTF8),
    ] as [([UInt8], WebSocketError)])
  func failsWithTheByteThatBreaksTheRule(_ bytes: [UInt8], error: WebSocketError) {
    #expect(Outcome(of: bytes.map { [$0] }) == Outcome([], error))
    #expect(Outcome(of: [Array(bytes.dropLast())]) == Outcome([]))
  }

  @Test func refusesALengthOverTheLimitWithTheHeader() {
    #expect(Outcome(of: [Wire.header(0x82, length: 1 << 62)], limit: 1000) == Outcome([], .messageTooBig(limit: 1000)))
    #expect(
      Outcome(of: [Wire.header(0x82, length: UInt64(Int.max))], limit: 0) == Outcome([], .messageTooBig(limit: 0)))
  }

  @Test func countsAllFragmentsAgainstTheLimit() {
    let part = [UInt8](repeating: 0x61, count: 60)
    let exact = [Wire.frame(0x01, part), Wire.frame(0x80, Array(part.prefix(40)))]
    #expect(Outcome(of: exact, limit: 100) == Outcome([.text([UInt8](repeating: 0x61, count: 100))]))
    let over = [Wire.frame(0x01, part), Wire.frame(0x00, Array(part.prefix(40))), Wire.frame(0x80, [0x61])]
    #expect(Outcome(of: over, limit: 100) == Outcome([], .messageTooBig(limit: 100)))
  }

  @Test func resetsTheCountWithEachMessage() {
    let message = Wire.frame(0x82, [UInt8](repeating: 1, count: 100))
    let outcome = Outcome(of: [message + message + message], limit: 100)
    #expect(outcome.error == nil)
    #expect(outcome.events.count == 3)
  }

  @Test func doesNotCountControlFramesAgainstTheLimit() {
    let ping = Wire.frame(0x89, [UInt8](repeating: 1, count: 125))
    #expect(Outcome(of: [ping, Wire.frame(0x81, "ab")], limit: 2).error == nil)
  }

  @Test func acceptsAMillionEmptyFragments() {
    let many = Array(repeatElement(Wire.frame(0x00), count: 1000).joined())
    var decoder = MessageDecoder(maxMessageBytes: 10)
    decoder.receive(Wire.frame(0x01, "a"))
    do throws(WebSocketError) {
      for _ in 0..<1000 {
        decoder.receive(many)
        let event = try decoder.next()
        #expect(event == nil)
      }
      decoder.receive(Wire.frame(0x80, "b"))
      let event = try decoder.next()
      #expect(event == .text(Array("ab".utf8)))
    } catch {
      Issue.record(error)
    }
  }

  /// One test case for all codes, because 5101 cases take seconds.
  @Test func takesOnlyCloseCodesThatMayTravel() {
    for code in UInt16(0)...5100 {
      let frame = Wire.frame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)])
      let travels = (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
      let expected = travels ? Outcome([.close(code: code, reason: "")]) : Outcome([], .invalidClose)
      #expect(Outcome(of: [frame]) == expected, "\(code)")
    }
  }

  @Test(
    arguments: [
      (.reservedBits, 1002), (.reservedOpcode(3), 1002), (.unmasked, 1002), (.masked, 1002), (.lengthEncoding, 1002),
      (.fragmentedControl, 1002), (.oversizedControl(126), 1002), (.unexpectedContinuation, 1002),
      (.expectedContinuation, 1002), (.invalidClose, 1002), (.invalidUTF8, 1007), (.messageTooBig(limit: 5), 1009),
    ] as [(WebSocketError, UInt16)])
  func errorsHaveACloseCodeAndAReason(_ error: WebSocketError, code: UInt16) {
    #expect(error.closeCode == code)
    #expect(!error.reason.isEmpty && error.reason.utf8.count <= 123)
  }

  @Test func acceptsOnlyUnmaskedFramesOfAServer() throws {
    var decoder = MessageDecoder(maxMessageBytes: 10, expectsMask: false)
    decoder.receive([0x81, 0x02, 0x68, 0x69])
    let event = try decoder.next()
    #expect(event == .text(Array("hi".utf8)))
    decoder.receive(Wire.frame(0x81, "hi"))
    #expect(throws: WebSocketError.masked) { try decoder.next() }
  }
}
