import Foundation
import Testing

@testable import JSONCodec

@Suite struct JSONWriterTests {
  @Test(
    arguments: [
      (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (9, "9"), (10, "10"), (-1, "-1"),
      (.integer(.max), "9223372036854775807"), (.integer(.min), "-9223372036854775808"),
      (.number(372), "372"), (.number(-0.5), "-0.5"), (.number(0.1), "0.1"), (.number(1e300), "1e+300"),
      (.number(1e-7), "1e-07"), (.number(9_007_199_254_740_992), "9007199254740992.0"),
      (.number(.infinity), "null"), (.number(.nan), "null"),
      ("", "\"\""), ("a/b", "\"a/b\""), ("q\"\\", "\"q\\\"\\\\\""),
      ("\n\r\t\u{8}\u{C}\u{1}\u{1F}", "\"\\n\\r\\t\\b\\f\\u0001\\u001f\""),
      ("åß🥑\u{7F}", "\"åß🥑\u{7F}\""), ([], "[]"), ([1, "a", nil], "[1,\"a\",null]"), ([:], "{}"),
      (["b": 1, "a": ["c": []], "": 0], "{\"\":0,\"a\":{\"c\":[]},\"b\":1}"),
    ] as [(JSONValue, String)])
  func writes(value: JSONValue, text: String) {
    #expect(value.text == text)
  }

  /// Foundation must parse any written value.
  @Test func outputParsesToTheSameValue() throws {
    var generator = Generator(state: 7)
    for _ in 0..<300 {
      let value = Self.random(&generator, depth: 4)
      #expect(try ReadByFoundation.value(value.encoded) == value)
      #expect(try JSONValue(parsing: value.encoded) == value)
    }
  }

  /// Swift orders strings by characters, and that order depended on a string's representation.
  @Test(
    arguments: [
      (["\u{E9}@": 1, "e\u{301}": 2], "{\"e\u{301}\":2,\"\u{E9}@\":1}"),
      (["e\u{301}@": 1, "\u{E9}": 2], "{\"e\u{301}@\":1,\"\u{E9}\":2}"),
      (["\u{1F951}": 1, "\u{FF21}": 2, "z": 3], "{\"z\":3,\"\u{FF21}\":2,\"\u{1F951}\":1}"),
    ] as [(JSONValue, String)])
  func ordersNamesByTheirBytes(value: JSONValue, text: String) throws {
    #expect(Array(value.encoded) == Array(text.utf8))
    #expect(try Array(JSONValue(parsing: value.encoded).encoded) == Array(text.utf8))
  }

  static func random(_ generator: inout Generator, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .integer(Int64.random(in: .min ... .max, using: &generator))
    case 3: return .number(Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / 64 + 0.001)
    case 4: return .string(randomText(&generator))
    case 5: return .array((0..<3).map { _ in random(&generator, depth: depth - 1) })
    default:
      return .object(
        Dictionary((0..<3).map { _ in (randomText(&generator), random(&generator, depth: depth - 1)) }) { $1 })
    }
  }

  private static func randomText(_ generator: inout Generator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0..<12, using: &generator) {
      let range: ClosedRange<UInt32> = Bool.random(using: &generator) ? 0...0x7F : 0...0x1FFFF
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) { text.append(scalar) }
    }
    return String(text)
  }
}

/// A linear congruential generator with a fixed seed.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 33
  }
}
