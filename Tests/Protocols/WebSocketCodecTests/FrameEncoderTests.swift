import TestSupport
import Testing

@testable import WebSocketCodec

@Suite struct FrameEncoderTests {
  /// RFC 6455 §5.7, and the other opcodes.
  @Test(
    arguments: [
      (FrameEncoder.text(Array("Hello".utf8)), [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]),
      (
        FrameEncoder.text(Array("Hello".utf8), mask: 0x37FA_213D),
        [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]
      ),
      (FrameEncoder.ping(Array("Hello".utf8)), [0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]),
      (FrameEncoder.pong([]), [0x8A, 0x00]),
      (FrameEncoder.binary([1, 2]), [0x82, 0x02, 1, 2]),
      (FrameEncoder.close(code: nil, reason: "unheard"), [0x88, 0x00]),
      (FrameEncoder.close(code: 1001, reason: "go"), [0x88, 0x04, 0x03, 0xE9, 0x67, 0x6F]),
      (FrameEncoder.fragment(text: [0x61], isFirst: true, isFinal: false), [0x01, 0x01, 0x61]),
      (FrameEncoder.fragment(binary: [0x61], isFirst: false, isFinal: false), [0x00, 0x01, 0x61]),
      (FrameEncoder.fragment(binary: [], isFirst: false, isFinal: true), [0x80, 0x00]),
    ] as [([UInt8], [UInt8])])
  func writesTheBytesOfTheRFC(_ frame: [UInt8], bytes: [UInt8]) {
    #expect(frame == bytes)
  }

  @Test(
    arguments: [
      (125, [125]), (126, [126, 0, 126]), (127, [126, 0, 127]), (65535, [126, 0xFF, 0xFF]),
      (65536, [127, 0, 0, 0, 0, 0, 1, 0, 0]),
    ] as [(Int, [UInt8])])
  func takesTheShortestLength(_ count: Int, length: [UInt8]) {
    let payload = [UInt8](repeating: 0x2A, count: count)
    #expect(FrameEncoder.binary(payload) == [0x82] + length + payload)
  }

  @Test(arguments: [0, 1, 5, 125, 126, 65535, 65536, 100_000], [UInt32(0), 0x0102_0304, .max])
  func isReadBackByTheDecoder(_ count: Int, mask: UInt32) {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) & 0x7F }
    #expect(Outcome(of: [FrameEncoder.text(payload, mask: mask)]) == Outcome([.text(payload)]))
    #expect(Outcome(of: [FrameEncoder.binary(payload, mask: mask)]) == Outcome([.binary(payload)]))
  }

  @Test func cutsACloseReasonBetweenCharacters() {
    let reason = String(repeating: "é", count: 61) + "€x"
    let frame = FrameEncoder.close(code: 1000, reason: reason, mask: 1)
    #expect(Outcome(of: [frame]) == Outcome([.close(code: 1000, reason: String(repeating: "é", count: 61))]))
  }

  @Test func cutsAControlPayload() {
    #expect(FrameEncoder.ping([UInt8](repeating: 1, count: 300)).count == 127)
  }
}

@Suite struct MaskingTests {
  @Test(arguments: 0..<4)
  func agreesWithTheFormulaOfTheRFC(_ offset: Int) {
    let key: [UInt8] = [0x11, 0x22, 0x44, 0x88]
    for count in 0..<40 {
      for start in 0..<9 {
        let original = (0..<(start + count + 3)).map { UInt8(truncatingIfNeeded: $0 &* 37) }
        var bytes = original
        Masking.apply(0x1122_4488, offset: offset, to: &bytes, start..<(start + count))
        let expected = original.enumerated().map { index, byte in
          (start..<(start + count)).contains(index) ? byte ^ key[(index - start + offset) % 4] : byte
        }
        #expect(bytes == expected)
      }
    }
  }
}
