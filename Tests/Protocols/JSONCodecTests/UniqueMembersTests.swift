import Testing

@testable import JSONCodec

@Suite struct UniqueMembersTests {
  @Test(arguments: [
    "{}", "[]", "1", #""a:b""#, #"{"a":1,"b":1}"#, #"{"a":{"a":{"a":1}}}"#, #"[{"a":1},{"a":1}]"#,
    #"{"a":"a","b":"a"}"#, #"{"a":["a","a"]}"#, #"{"a":"\"a\":1,\"a\":2"}"#, #"{"\\":1,"\\\\":1}"#, #"{"a":1,"A":1}"#,
    #"{"a":"}","b":"{","c":[]}"#,
  ])
  func takes(text: String) throws {
    #expect(try JSONValue(parsingUnique: Array(text.utf8)) == JSONValue(parsing: Array(text.utf8)))
  }

  @Test(arguments: [
    #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"a" : 3}"#, #"{"a":1,"\u0061":1}"#, #"[1,{"x":{"b":1,"b":2}}]"#,
    #"{"":1,"":2}"#, "{\"a\"\n:1,\t\"a\"\r\n:1}", #"{"a":{"b":1},"a":{"b":1}}"#, #"{"\"":1,"\u0022":1}"#, "{", "",
  ])
  func refuses(text: String) {
    #expect(throws: (any Error).self) { try JSONValue(parsingUnique: Array(text.utf8)) }
  }

  /// RFC 8259 §8.1
  @Test(arguments: [true, false])
  func readsNoUTF16(isBigEndian: Bool) {
    let wide = Array(#"{"a":1}"#.utf8).flatMap { (byte: UInt8) -> [UInt8] in isBigEndian ? [0, byte] : [byte, 0] }
    #expect(throws: (any Error).self) { try JSONValue(parsing: wide) }
  }
}
