import Bytes

/// The rules of a head for the connection, apart from the framing of the content.
enum HeadRules {
  /// Exactly one valid Host in HTTP/1.1, at most one in HTTP/1.0 (RFC 9112 §3.2).
  static func checkHost(_ fields: HTTPFields, _ version: HTTPVersion) throws(HTTPParseError) {
    switch fields.occurrence(of: "Host") {
    case .never where version == .http10: return
    case .once(let host) where Grammar.isHost(host): return
    default: throw .invalidHost
    }
  }

  static func expectsContinue(_ fields: HTTPFields, _ version: HTTPVersion) throws(HTTPParseError) -> Bool {
    // An expectation of an HTTP/1.0 client is ignored (RFC 9110 §10.1.1).
    guard version == .http11, fields.mayHold(.expect) else { return false }
    switch fields.occurrence(of: "Expect") {
    case .never: return false
    case .once(let expectation) where Grammar.isWord(expectation, "100-continue"): return true
    default: throw .unknownExpectation
    }
  }

  /// Whether the connection persists after the response (RFC 9112 §9.3).
  static func keepAlive(_ fields: HTTPFields, version: HTTPVersion) -> Bool {
    var keeps = version == .http11
    guard fields.mayHold(.connection) else { return keeps }
    for value in fields.all("Connection") {
      for item in Array(value.utf8).split(separator: UInt8(ascii: ",")) {
        let option = item.trimmingOptionalWhitespace().prefix { $0 != 0x20 && $0 != 0x09 }
        if Grammar.isWord(option, "close") { return false }
        keeps = keeps || Grammar.isWord(option, "keep-alive")
      }
    }
    return keeps
  }
}
