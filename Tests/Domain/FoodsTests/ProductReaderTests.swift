import Testing

@testable import Foods

@Suite struct LineReaderTests {
  static let texts: [(String, [LineReader.Line])] = [
    ("", []), ("\n\r\n\n", []), ("a\nb", [.text([0x61]), .text([0x62])]), ("a\r\nb\n", [.text([0x61]), .text([0x62])]),
    ("123456789\na\n", [.tooLong, .text([0x61])]), ("a\n123456789", [.text([0x61]), .tooLong]),
    ("12345678\n", [.text(Array("12345678".utf8))]),
  ]

  @Test(arguments: texts, [1, 2, 3, 5, 100])
  func readsLinesInPiecesOfAnySize(_ row: (String, [LineReader.Line]), _ size: Int) throws {
    var reader = LineReader(PieceSource(row.0, size: size), limit: 8)
    var lines: [LineReader.Line] = []
    while let line = try reader.next() { lines.append(line) }
    #expect(lines == row.1)
  }
}

@Suite struct JSONMembersTests {
  private static func members(_ text: String) -> (values: [String: String], isComplete: Bool) {
    let bytes = Array(text.utf8)
    var members = JSONMembers(bytes)
    var values: [String: String] = [:]
    while let member = members.next() { values[member.name] = String(decoding: bytes[member.value], as: UTF8.self) }
    return (values, members.isComplete)
  }

  static let objects: [(String, [String: String])] = [
    ("{}", [:]), (" { } ", [:]), (#"{"a":1}"#, ["a": "1"]),
    (#"{ "a" : [1,{"b":"]}"}] , "c":"\"}" }"#, ["a": #"[1,{"b":"]}"}]"#, "c": #""\"}""#]),
    (#"{"a":null,"b":-1.5e3}"#, ["a": "null", "b": "-1.5e3"]), (#"{"a":{},"b":[]}"#, ["a": "{}", "b": "[]"]),
  ]

  @Test(arguments: objects) func findsMembers(_ text: String, _ values: [String: String]) {
    let found = Self.members(text)
    #expect(found.values == values && found.isComplete)
  }

  @Test(arguments: [
    "", "x", "[]", "{", #"{"a"}"#, #"{"a":}"#, #"{"a":1"#, #"{"a":1 "b":2}"#, #"{"a":"x}"#, #"{"a":[1}"#, "{}x",
    #"{"a":1,}"#,
    #"{"a":"\"#, "{1:2}",
  ])
  func noticesWhatIsNoObject(_ text: String) { #expect(!Self.members(text).isComplete) }
}

@Suite struct ProductAmountTests {
  static let amounts: [(String, Double, Bool, Bool)] = [
    ("400 g", 400, false, true), ("400g", 400, false, true), ("1,5 L", 1500, true, true), ("33 cl", 330, true, true),
    ("6 x 25 g", 150, false, true), ("6x25g e", 150, false, true), ("4 * 125 G", 500, false, true),
    ("2 \u{D7} 0.5 kg", 1000, false, true), ("2 biscuits (25 g)", 25, false, false), ("30 g (1 oz)", 30, false, true),
    ("1 cup (240 ml)", 240, true, false), ("8 OZ (240 g)", 240, false, false), ("~ 12 g", 12, false, true),
  ]

  @Test(arguments: amounts)
  func readsAmounts(_ text: String, _ amount: Double, _ isVolume: Bool, _ isAlone: Bool) throws {
    let found = try #require(ProductAmount(text))
    #expect(found.amount == amount && found.isVolume == isVolume && found.isAlone == isAlone)
  }

  @Test(arguments: ["", "g", "12", "a lot", "0 g", "1.2.3 g", "5 biscuits", "99999999 kg", "1 lb"])
  func readsNothingElse(_ text: String) { #expect(ProductAmount(text) == nil) }
}
