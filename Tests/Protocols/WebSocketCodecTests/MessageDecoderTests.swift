import TestSupport
import Testing

@testable import WebSocketCodec

/// A rule of RFC 6455: the bytes of a client, and the expected result.
struct Row: CustomTestStringConvertible {
  var name: String
  var bytes: [UInt8]
  var outcome: Outcome

  init(_ name: String, _ frames: [[UInt8]], _ events: [WebSocketMessageEvent], _ error: WebSocketError? = nil) {
    self.name = name
    bytes = Array(frames.joined())
    outcome = Outcome(events, error)
  }

  var testDescription: String { name }
}

private func text(_ string: String) -> WebSocketMessageEvent { .text(Array(string.utf8)) }

@Suite struct MessageDecoderTests {
  static let good = [
    Row("§5.7 a masked text", [[0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]], [text("Hello")]),
    Row("an empty text", [Wire.frame(0x81)], [text("")]),
    Row("an empty binary", [Wire.frame(0x82)], [.binary([])]),
    Row("§5.4 fragments", [Wire.frame(0x01, "Hel"), Wire.frame(0x80, "lo")], [text("Hello")]),
    Row(
      "§5.4 a fragment of each kind",
      [Wire.frame(0x02, "a"), Wire.frame(0x00), Wire.frame(0x00, "b"), Wire.frame(0x80)],
      [.binary(Array("ab".utf8))]),
    Row(
      "§5.5 control frames between fragments",
      [Wire.frame(0x01, "Hel"), Wire.frame(0x89, "p"), Wire.frame(0x8A, "q"), Wire.frame(0x80, "lo")],
      [.ping(Array("p".utf8)), .pong(Array("q".utf8)), text("Hello")]),
    Row(
      "§5.5 a close between fragments", [Wire.frame(0x01, "Hel"), Wire.frame(0x88)], [.close(code: nil, reason: "")]),
    Row("a character cut by frames", [Wire.frame(0x01, [0xE2, 0x82]), Wire.frame(0x80, [0xAC])], [text("€")]),
    Row(
      "a character cut by a ping", [Wire.frame(0x01, [0xE2]), Wire.frame(0x89), Wire.frame(0x80, [0x82, 0xAC])],
      [.ping([]), text("€")]),
    Row("binary that is no text", [Wire.frame(0x82, [0xFF, 0xC0])], [.binary([0xFF, 0xC0])]),
    Row(
      "the longest control frame", [Wire.frame(0x89, [UInt8](repeating: 7, count: 125))],
      [.ping([UInt8](repeating: 7, count: 125))]),
    Row("§5.5.1 an empty close", [Wire.frame(0x88)], [.close(code: nil, reason: "")]),
    Row(
      "§5.5.1 a close with code and reason", [Wire.frame(0x88, [0x03, 0xE8] + Array("bye é".utf8))],
      [.close(code: 1000, reason: "bye é")]),
  ]

  static let bad: [Row] =
    (1...7).map { bits in
      Row("§5.2 RSV bits \(bits)", [Wire.frame(0x81 | UInt8(bits) << 4, "x")], [], .reservedBits)
    }
    + ([3, 4, 5, 6, 7, 0xB, 0xC, 0xD, 0xE, 0xF] as [UInt8]).map { opcode in
      Row("§5.2 opcode \(opcode)", [Wire.frame(0x80 | opcode)], [], .reservedOpcode(opcode))
    }
    + [
      Row(
        "§5.2 16 bits for 125", [Wire.frame(0x82, [UInt8](repeating: 0, count: 125), lengthBytes: 2)], [],
        .lengthEncoding),
      Row("§5.2 64 bits for 0", [Wire.frame(0x82, [], lengthBytes: 8)], [], .lengthEncoding),
      Row(
        "§5.2 64 bits for 126", [Wire.frame(0x82, [UInt8](repeating: 0, count: 126), lengthBytes: 8)], [],
        .lengthEncoding),
      Row("§5.2 64 bits for 65535", [Wire.header(0x82, length: 65535)], [], .lengthEncoding),
      Row("§5.2 top bit of the length", [Wire.header(0x82, length: 1 << 63)], [], .lengthEncoding),
      Row("§5.2 all bits of the length", [Wire.header(0x82, length: .max)], [], .lengthEncoding),
      Row("§5.1 unmasked", [Wire.frame(0x81, Array("x".utf8), masked: false)], [], .unmasked),
      Row("§5.1 unmasked and empty", [[0x82, 0x00]], [], .unmasked),
      Row("§5.5 a ping in fragments", [Wire.frame(0x09, "x")], [], .fragmentedControl),
      Row("§5.5 a close in fragments", [Wire.frame(0x08)], [], .fragmentedControl),
      Row(
        "§5.5 a ping of 126 bytes", [Wire.frame(0x89, [UInt8](repeating: 0, count: 126))], [], .oversizedControl(126)),
      Row("§5.5 a close with 64 bits of length", [Wire.header(0x88, length: 70000)], [], .oversizedControl(127)),
      Row("§5.4 nothing to continue", [Wire.frame(0x80, "x")], [], .unexpectedContinuation),
      Row("§5.4 an open fragment with nothing to continue", [Wire.frame(0x00, "x")], [], .unexpectedContinuation),
      Row(
        "§5.4 nothing to continue behind a message", [Wire.frame(0x81, "a"), Wire.frame(0x80, "x")], [text("a")],
        .unexpectedContinuation),
      Row("§5.4 text in a message", [Wire.frame(0x01, "a"), Wire.frame(0x81, "b")], [], .expectedContinuation),
      Row("§5.4 binary in a message", [Wire.frame(0x01, "a"), Wire.frame(0x02, "b")], [], .expectedContinuation),
      Row("§8.1 text that is no UTF-8", [Wire.frame(0x81, [0x61, 0xFF])], [], .invalidUTF8),
      Row("§8.1 a cut character at the end", [Wire.frame(0x81, [0xE2, 0x82])], [], .invalidUTF8),
      Row("§8.1 a surrogate over two frames", [Wire.frame(0x01, [0xED]), Wire.frame(0x80, [0xA0])], [], .invalidUTF8),
      Row("§5.5.1 a close of one byte", [Wire.frame(0x88, [3])], [], .invalidClose),
      Row("§5.5.1 a reason that is no UTF-8", [Wire.frame(0x88, [0x03, 0xE8, 0xFF])], [], .invalidUTF8),
      Row("§5.5.1 a reason that is cut", [Wire.frame(0x88, [0x03, 0xE8, 0xE2, 0x82])], [], .invalidUTF8),
      Row(
        "what came before an error counts", [Wire.frame(0x81, "a"), Wire.frame(0x89, "b"), Wire.frame(0x83)],
        [text("a"), .ping(Array("b".utf8))], .reservedOpcode(3)),
    ]

  @Test(arguments: good + bad)
  func decodesEachRowAlikeForEverySplit(_ row: Row) {
    for pieces in Splits.of(row.bytes) { #expect(Outcome(of: pieces) == row.outcome) }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 124, 125, 126, 127, 128, 65534, 65535, 65536, 65537])
  func decodesEveryFormOfLength(_ count: Int) {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let bytes = Wire.frame(0x82, payload)
    #expect(Outcome(of: [bytes]) == Outcome([.binary(payload)]))
    var generator = SeededGenerator(seed: UInt64(count))
    let cut = Int.random(in: 0...bytes.count, using: &generator)
    #expect(Outcome(of: [Array(bytes[..<cut]), Array(bytes[cut...])]) == Outcome([.binary(payload)]))
    if count < 1000 { #expect(Outcome(of: bytes.map { [$0] }) == Outcome([.binary(payload)])) }
  }

  @Test func decodesRandomStreamsAlikeForEverySplit() {
    var generator = SeededGenerator(seed: 6455)
    let firsts: [UInt8] = [0x81, 0x82, 0x01, 0x00, 0x80, 0x89, 0x8A, 0x88]
    for seed in 0..<300 as Range<UInt64> {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let first = firsts.randomElement(using: &generator) ?? 0x81
        let count = Int.random(in: 0...140, using: &generator)
        bytes += Wire.frame(first, (0..<count).map { _ in UInt8.random(in: 0x20...0x7E, using: &generator) })
      }
      // A damaged byte in every second stream.
      if seed % 2 == 0 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 0x91 }
      let outcomes = Splits.of(bytes, seed: seed).map { Outcome(of: $0) }
      #expect(outcomes.allSatisfy { $0 == outcomes[0] }, "seed \(seed)")
    }
  }
}
