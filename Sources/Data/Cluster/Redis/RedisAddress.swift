import Bytes

/// The address of a Redis server: `redis://[USER[:PASSWORD]@]HOST[:PORT]`, `rediss://…` with TLS, or `unix://PATH`.
///
/// The parts before `@` are percent-encoded (RFC 3986 §2.1).
package struct RedisAddress: Sendable, Equatable {
  /// The place of the server.
  package enum Endpoint: Sendable, Equatable {
    /// A host name or a numeric address without brackets, and a port.
    case tcp(host: String, port: UInt16, isEncrypted: Bool)
    /// The path of a Unix socket.
    case unix(path: String)
  }

  /// The place of the server.
  package var endpoint: Endpoint
  /// The account (ACL); nil for the default one.
  package var user: String?
  /// The password; nil for none.
  package var password: String?

  /// The port of Redis (IANA).
  private static let standardPort: UInt16 = 6379

  /// - Returns: nil if the text is no such address.
  package init?(_ text: String) {
    if let path = text.removingPrefix("unix://") {
      guard path.hasPrefix("/") else { return nil }
      endpoint = .unix(path: path)
      return
    }
    let isEncrypted = text.hasPrefix("rediss://")
    guard var rest = text.removingPrefix(isEncrypted ? "rediss://" : "redis://") else { return nil }
    if let at = rest.lastIndex(of: "@") {
      let parts = rest[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let decoded = parts.map { PercentEncoding.decode($0, plusIsSpace: false) }
      guard let first = decoded.first, let first, decoded.allSatisfy({ $0 != nil }) else { return nil }
      user = first.isEmpty ? nil : first
      password = decoded.count > 1 ? decoded[1] : nil
      rest = String(rest[rest.index(after: at)...])
    }
    if rest.hasSuffix("/") { rest.removeLast() }
    guard let (host, port) = Self.host(rest) else { return nil }
    endpoint = .tcp(host: host, port: port, isEncrypted: isEncrypted)
  }

  private static func host(_ text: String) -> (String, UInt16)? {
    var (host, port) = (text, standardPort)
    if let colon = text.lastIndex(of: ":"), !text.hasSuffix("]") {
      guard let number = PortNumber.parse(text[text.index(after: colon)...]), number > 0 else { return nil }
      (host, port) = (String(text[..<colon]), number)
    }
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.contains(":") {
      return nil
    }
    return host.isEmpty || host.contains("/") ? nil : (host, port)
  }
}

extension String {
  fileprivate func removingPrefix(_ prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
