import Testing

@testable import JSONCodec

@Suite struct JSONReaderTests {
  @Test(
    arguments: [
      ("null", nil), (" true ", true), ("\t[false]\r\n", [false]), ("{}", [:]), ("[ ]", []), ("0", 0), ("-0", 0),
      ("-17", -17), ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.0", 1), ("1e3", 1000), ("-1.5E-1", -0.15),
      ("0.5e+1", 5), ("1e17", .number(1e17)), ("9007199254740991.0", 9_007_199_254_740_991),
      ("123456789012345678", 123_456_789_012_345_678),
      ("1234567890123456789012", 1.234567890123456789012e21),
      (#""""#, ""), (#""aé🥑""#, "aé🥑"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
      (#""\u0041\u00e9\uD83E\uDD51x""#, "Aé🥑x"), (#""\u0000""#, "\u{0}"),
      (#"{"a":[1,{"b":null}], "c" : "d"}"#, ["a": [1, ["b": nil]], "c": "d"]), (#"{"a":1,"a":2}"#, ["a": 1]),
    ] as [(String, JSONValue)])
  func reads(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text.utf8) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "True", "nullx", "1 2", "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x10", "NaN", "Infinity",
    "1e400",
    "-1e400", "[", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{", #"{"a"}"#, #"{"a":}"#, #"{"a":1"#, #"{"a":1,}"#, "{a:1}",
    "{1:1}", #"{"a":1 "b":2}"#, "]", "}", "'a'", #"""#, #""a"#, #""\"#, #""\x""#, #""\u12""#, #""\u12g4""#,
    #""\ud83e""#,
    #""\ud83ex""#, #""\ud83e\u0041""#, #""\udd51""#, #""\udd51\ud83e""#, "\"a\nb\"", "\"\u{1}\"", "\u{FEFF}1", "[1]//",
    "/* */1", "1\u{0}", "\u{A0}1", "\u{B}1",
  ])
  func refuses(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: text.utf8) }
  }

  @Test(arguments: ["[", "{\"a\":"])
  func readsSoManyLevelsAndNoMore(opening: String) throws {
    let closing = opening == "[" ? "]" : "}"
    func nested(_ count: Int) -> [UInt8] {
      Array((String(repeating: opening, count: count) + "1" + String(repeating: closing, count: count)).utf8)
    }
    _ = try JSONValue(parsing: nested(512))
    #expect(throws: JSONError.self) { try JSONValue(parsing: nested(513)) }
    #expect(throws: JSONError.self) { try JSONValue(parsing: nested(100_000)) }
  }

  @Test func reportsReasonAndOffset() {
    for (text, error) in [
      ("[1,x]", JSONError(reason: .unexpectedByte, offset: 3)),
      ("\"a\nb\"", JSONError(reason: .controlCharacter, offset: 2)),
      ("\"\\ud83e\"", JSONError(reason: .loneSurrogate, offset: 7)),
      ("1e999", JSONError(reason: .numberOutOfRange, offset: 5)),
    ] {
      #expect(throws: error) { try JSONValue(parsing: text.utf8) }
    }
    #expect(throws: JSONError(reason: .repeatedName, offset: 12)) {
      try JSONValue(parsingUnique: Array(#"{"a":1,"a":2}"#.utf8))
    }
  }

  /// Beyond 2^53 the two parsers may disagree whether a number with fraction or exponent is an integer.
  private static func rounded(_ value: JSONValue) -> JSONValue {
    switch value {
    case .integer(let whole) where abs(Double(whole)) >= 9_007_199_254_740_992: .number(Double(whole))
    case .array(let values): .array(values.map(rounded))
    case .object(let members): .object(members.mapValues(rounded))
    default: value
    }
  }

  /// Random values, unchanged and with one or two bytes changed, removed or repeated.
  @Test func agreesWithFoundation() throws {
    var generator = Generator(state: 11)
    var taken = 0
    for _ in 0..<2000 {
      var bytes = JSONWriterTests.random(&generator, depth: 3).encoded
      for _ in 0..<Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = Array(#"{}[],:"\0 e.-"#.utf8).randomElement(using: &generator) ?? 0
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(bytes[place], at: place)
        default: bytes.swapAt(place, Int.random(in: bytes.indices, using: &generator))
        }
      }
      guard let value = try? JSONValue(parsing: bytes) else { continue }
      taken += 1
      #expect(
        try Self.rounded(ReadByFoundation.value(bytes)) == Self.rounded(value),
        "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(taken > 500)
  }
}
