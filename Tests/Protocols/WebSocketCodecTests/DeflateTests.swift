import TestSupport
import Testing

@testable import WebSocketCodec

/// Tests of compressed messages (RFC 7692 §7.2) at a server.
@Suite struct DeflateTests {
  private static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]

  private static func decode(
    _ frames: [[UInt8]], limit: Int = 1 << 20, _ change: (inout DeflateParameters) -> Void = { _ in }
  ) -> Outcome {
    var parameters = DeflateParameters()
    change(&parameters)
    return Outcome(of: frames, limit: limit, deflate: parameters)
  }

  private static func text(_ string: String) -> WebSocketMessageEvent { .text(Array(string.utf8)) }

  /// A fixed text that hardly compresses.
  private static func noise(_ count: Int, seed: UInt64 = 7692) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in UInt8.random(in: 0x20...0x7E, using: &generator) }
  }

  static let rows: [Row] = [
    Row("§7.2.3.1 one block", [Wire.frame(0xC1, hello)], [text("Hello")]),
    Row(
      "§7.2.3.1 in two frames", [Wire.frame(0x41, Array(hello[..<3])), Wire.frame(0x80, Array(hello[3...]))],
      [text("Hello")]),
    Row(
      "§7.2.3.2 a message that refers to the one before it",
      [Wire.frame(0xC1, hello), Wire.frame(0xC1, [0xF2, 0x00, 0x11, 0x00, 0x00])], [text("Hello"), text("Hello")]),
    Row(
      "§7.2.3.3 a block without compression",
      [Wire.frame(0xC1, [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00])], [text("Hello")]),
    Row(
      "§7.2.3.4 a last block", [Wire.frame(0xC1, [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00])], [text("Hello")]),
    Row(
      "§7.2.3.4 a message behind a last block refers to what was before it",
      [
        Wire.frame(0xC1, [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]),
        Wire.frame(0xC1, [0xF2, 0x00, 0x11, 0x00, 0x00]),
      ],
      [text("Hello"), text("Hello")]),
    Row(
      "§7.2.3.4 two last blocks in a message, the second refers to the first",
      [Wire.frame(0xC1, [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00] + [0xF3, 0x00, 0x11, 0x00] + [0x00])],
      [text("HelloHello")]),
    Row(
      "§7.2.3.5 two blocks",
      [Wire.frame(0xC1, [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00])],
      [text("Hello")]),
    Row("§7.2.3.6 an empty message", [Wire.frame(0xC1, [0x00])], [text("")]),
    Row(
      "an empty message of which nothing was left", [Wire.frame(0xC1, []), Wire.frame(0xC1, hello)],
      [text(""), text("Hello")]),
    Row(
      "compressed and plain messages in turn",
      [Wire.frame(0xC1, hello), Wire.frame(0x81, "plain"), Wire.frame(0xC1, [0xF2, 0x00, 0x11, 0x00, 0x00])],
      [text("Hello"), text("plain"), text("Hello")]),
    Row(
      "§5 control frames between compressed fragments",
      [Wire.frame(0x41, Array(hello[..<3])), Wire.frame(0x89, "p"), Wire.frame(0x80, Array(hello[3...]))],
      [.ping(Array("p".utf8)), text("Hello")]),
    Row(
      "§6.1 RSV1 on a continuation", [Wire.frame(0x41, Array(hello[..<3])), Wire.frame(0xC0, Array(hello[3...]))], [],
      .reservedBits),
    Row("§6.1 RSV1 on a control frame", [Wire.frame(0xC9, "p")], [], .reservedBits),
    Row("RSV2 beside RSV1", [Wire.frame(0xE1, hello)], [], .reservedBits),
    Row("a block type that does not exist", [Wire.frame(0xC1, [0x06])], [], .invalidDeflate),
    Row(
      "a distance to before the first byte", [Wire.frame(0xC1, [0xF2, 0x00, 0x11, 0x00, 0x00])], [], .invalidDeflate),
    Row("a message cut within a block", [Wire.frame(0xC1, Array(hello[..<4]))], [], .invalidDeflate),
    Row("a message cut within its last bits", [Wire.frame(0xC1, Array(hello[..<6]))], [], .invalidDeflate),
    Row(
      "a stored block that promises more",
      [Wire.frame(0xC1, [0x00, 0x0A, 0x00, 0xF5, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F])], [], .invalidDeflate),
    Row(
      "a last block without the empty one behind it",
      [Wire.frame(0xC1, [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])], [], .invalidDeflate),
    Row(
      "text that unpacks to no UTF-8",
      [Wire.frame(0xC1, [0x00, 0x02, 0x00, 0xFD, 0xFF, 0x61, 0xFF, 0x00])], [], .invalidUTF8),
    Row(
      "a character cut by the end",
      [Wire.frame(0xC1, [0x00, 0x02, 0x00, 0xFD, 0xFF, 0xE2, 0x82, 0x00])], [], .invalidUTF8),
    Row(
      "binary that is no text",
      [Wire.frame(0xC2, [0x00, 0x02, 0x00, 0xFD, 0xFF, 0x61, 0xFF, 0x00])], [.binary([0x61, 0xFF])]),
  ]

  @Test(arguments: rows)
  func decodesEachRowEquallyForAnySplit(_ row: Row) {
    for pieces in Splits.of(row.bytes) { #expect(Self.decode(pieces) == row.outcome) }
  }

  @Test func refusesCompressionWithoutNegotiation() {
    #expect(Outcome(of: [Wire.frame(0xC1, Self.hello)]) == Outcome([], .reservedBits))
  }

  @Test func resetsTheWindowWithoutContextTakeover() {
    let frames = [Wire.frame(0xC1, Self.hello), Wire.frame(0xC1, [0xF2, 0x00, 0x11, 0x00, 0x00])]
    let outcome = Self.decode(frames) { $0.clientNoContextTakeover = true }
    #expect(outcome == Outcome([Self.text("Hello")], .invalidDeflate))
  }

  /// A decompression bomb: 1,032 bytes per byte of input.
  @Test func decompressesAtMostOneByteOverTheLimit() throws {
    var encoder = MessageEncoder(deflate: DeflateParameters())
    let zeros = [UInt8](repeating: 0x61, count: 4 << 20)
    let bomb = Self.unframed(encoder.binary(zeros))
    #expect(bomb.count < 20_000)
    let outcome = Self.decode([Wire.frame(0xC2, bomb)], limit: 100_000)
    #expect(outcome == Outcome([], .messageTooBig(limit: 100_000)))
    for limit in [0, 1, 16_383, 16_384, 100_000] {
      let inflater = Inflater(windowBits: 15)
      var message: [UInt8] = []
      #expect(throws: WebSocketError.messageTooBig(limit: limit)) {
        try inflater.inflate(bomb[...], into: &message, limit: limit)
      }
      #expect(message.count <= limit && inflater.unpackedBytes <= limit + 1, "limit \(limit)")
    }
  }

  @Test(arguments: [0, 1, 16_383, 16_384, 16_385, 65_536])
  func takesAMessageOfExactlyTheLimit(_ count: Int) {
    var encoder = MessageEncoder(deflate: DeflateParameters())
    let message = [UInt8](repeating: 0x62, count: count)
    let bytes = Self.masked(encoder.binary(message))
    #expect(Self.decode([bytes], limit: count) == Outcome([.binary(message)]))
    if count > 0 {
      #expect(Self.decode([bytes], limit: count - 1) == Outcome([], .messageTooBig(limit: count - 1)))
    }
  }

  /// Every pair of options, both directions, with messages that repeat much earlier ones.
  @Test(arguments: [9, 10, 12, 15], [true, false])
  func roundTripsWithAndWithoutContextTakeover(_ bits: Int, keeps: Bool) {
    var parameters = DeflateParameters()
    parameters.serverMaxWindowBits = bits
    parameters.clientMaxWindowBits = bits
    parameters.serverNoContextTakeover = !keeps
    parameters.clientNoContextTakeover = !keeps
    var server = MessageEncoder(deflate: parameters)
    var client = MessageDecoder(maxMessageBytes: 1 << 20, expectsMask: false, deflate: parameters)
    var reader = MessageDecoder(maxMessageBytes: 1 << 20, deflate: parameters)
    var sizes: [Int] = []
    for round in 0..<6 {
      // Idle memory is released between any two messages.
      if round % 2 == 1 {
        server.releaseIdleMemory()
        client.releaseIdleMemory()
        reader.releaseIdleMemory()
      }
      let message = Self.noise(200 + round / 3 * 5000)
      let frame = server.text(message)
      sizes.append(frame.count)
      #expect(Self.read(frame, &client) == .text(message))
      #expect(Self.read(Self.masked(frame), &reader) == .text(message))
    }
    #expect((sizes[2] < 100) == keeps, "\(sizes)")
  }

  @Test func releasesAllButTheWindowWhenIdle() {
    var decoder = MessageDecoder(maxMessageBytes: 1 << 20, deflate: DeflateParameters())
    #expect(Self.read(Wire.frame(0xC1, Self.hello), &decoder) == Self.text("Hello"))
    decoder.releaseIdleMemory()
    #expect(Self.read(Wire.frame(0xC1, [0xF2, 0x00, 0x11, 0x00, 0x00]), &decoder) == Self.text("Hello"))
    // Within a message nothing is released.
    #expect(Self.read(Wire.frame(0x41, Array(Self.hello[..<3])), &decoder) == nil)
    decoder.releaseIdleMemory()
    #expect(Self.read(Wire.frame(0x80, Array(Self.hello[3...])), &decoder) == Self.text("Hello"))
  }

  @Test func sendsShortMessagesUncompressed() {
    var encoder = MessageEncoder(deflate: DeflateParameters())
    #expect(encoder.text(Array("short".utf8)) == FrameEncoder.text(Array("short".utf8)))
  }

  @Test func survivesRandomDamage() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var encoder = MessageEncoder(deflate: DeflateParameters())
      var bytes = Self.masked(encoder.binary(Self.noise(600, seed: seed)))
      for _ in 0..<3 {
        bytes[Int.random(in: 8..<bytes.count, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
      }
      let outcomes = Splits.of(bytes, randomTries: 3, seed: seed).map { Self.decode($0, limit: 5000) }
      #expect(outcomes.allSatisfy { $0 == outcomes[0] }, "seed \(seed)")
    }
  }

  /// The next event after `bytes`.
  private static func read(_ bytes: [UInt8], _ decoder: inout MessageDecoder) -> WebSocketMessageEvent? {
    decoder.receive(bytes)
    do throws(WebSocketError) {
      return try decoder.next()
    } catch {
      Issue.record(error)
      return nil
    }
  }

  /// The payload of a server's frame.
  private static func unframed(_ frame: [UInt8]) -> [UInt8] {
    Array(frame.dropFirst(frame[1] == 126 ? 4 : frame[1] == 127 ? 10 : 2))
  }

  /// A server's frame, masked as by a client.
  private static func masked(_ frame: [UInt8]) -> [UInt8] { Wire.frame(frame[0], unframed(frame)) }
}
