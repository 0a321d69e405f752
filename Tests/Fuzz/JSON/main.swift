// JSON (RFC 8259) of requests and sockets, and queries (after a question mark): written text parses to the same value, the strict
// parser accepts exactly the grammar, and accepted values obey their bounds.
import FuzzSupport
import Glibc
import HTTPServer
import JSONCodec

@testable import Realtime

/// The result of parsing, which must be the same for the written form.
func checkWriting(_ value: JSONValue) {
  let written = value.encoded
  guard let again = try? JSONValue(parsing: written) else { return require(false, "cannot read \(value.text)") }
  require(again.encoded == written, "\(value.text) is read as \(again.text)")
}

func checkMessage(_ input: [UInt8], _ value: JSONValue?) {
  switch InboundMessage(input, maxBytes: 16 << 10) {
  case .notJSON: require(value == nil || input.count > 16 << 10, "JSON that is not read")
  case .ping: require(input.elementsEqual("ping".utf8) || value?["type"] == "ping", "no ping")
  case .authenticate(let token): require(value?["token"] == .string(token), "another token")
  case .other(let type, _): require(value?["type"] == .string(type), "a type that nobody named")
  case .incomplete: require(value != nil, "something in nothing")
  }
}

exit(
  fuzz { input in
    if input.first == UInt8(ascii: "?") { return checkQuery(String(decoding: input.dropFirst(), as: UTF8.self)) }
    let parsed = try? JSONValue(parsing: input)
    checkMessage(input, parsed)
    guard let value = parsed else {
      return require((try? JSONValue(parsingUnique: input)) == nil, "only the stricter reader takes it")
    }
    require(String(validating: input, as: UTF8.self) != nil, "text that is not UTF-8")
    checkWriting(value)
    require((try? JSONValue(parsing: value.encoded)) == value, "\(value) is not read as it was written")
    if let unique = try? JSONValue(parsingUnique: input) {
      require(unique == value, "two readers, two values")
      // The other parser ignores the second of two members of one name.
      require(Grammar.takes(input), "taken, and not JSON")
    }
    require((try? JSONValue(parsingUnique: value.encoded)) != nil, "a name is written twice")
    if let body = value.objectValue { checkMeal(body) }
    checkAccount(Request(method: "POST", path: "/", body: input))
  })
