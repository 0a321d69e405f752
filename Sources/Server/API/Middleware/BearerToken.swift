package import HTTPServer

/// The credentials of the `Bearer` scheme (RFC 6750 §2.1). The only parser of them, for routes and sockets.
package enum BearerToken {
  /// The token of the request's `Authorization` field; nil if there is none or it uses another scheme.
  package static func of(_ request: borrowing Request) -> String? {
    guard let value = request.field("Authorization") else { return nil }
    return parse(value)
  }

  /// The token of a field value such as `Bearer abc`; nil if it is none.
  ///
  /// The scheme is case-insensitive (RFC 9110 §11.1). Spaces and tabs around the token are removed.
  static func parse(_ value: String) -> String? {
    let bytes = value.utf8.drop { $0 == 0x20 }
    guard let end = bytes.firstIndex(of: 0x20), bytes[..<end].count == scheme.count,
      zip(bytes[..<end], scheme).allSatisfy({ $0 | 0x20 == $1 })
    else { return nil }
    var token = bytes[end...].drop { isSpace($0) }
    while let last = token.last, isSpace(last) { token.removeLast() }
    return token.isEmpty ? nil : String(Substring(token))
  }

  private static let scheme = Array("bearer".utf8)

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
