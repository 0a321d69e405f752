import Bytes
import Net

/// The origin of a page: scheme, host and port (RFC 6454 §4).
package struct WebOrigin: Sendable, Hashable {
  /// In lower case. `ws` and `wss` are `http` and `https`: some clients derive their origin from the address of a socket.
  let scheme: String
  /// In lower case, an IPv6 address in brackets and in its canonical form.
  let host: String
  /// nil: the default port of the scheme.
  let port: UInt16?

  private static let maxBytes = 300

  /// Reads `scheme://host[:port]` with nothing after it.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maxBytes, let separator = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<separator.lowerBound].lowercased()
    guard let first = scheme.utf8.first, Self.isLetter(first), scheme.utf8.allSatisfy(Self.isSchemeByte),
      let (host, port) = Self.authority(text[separator.upperBound...])
    else { return nil }
    self.scheme = ["ws": "http", "wss": "https"][scheme] ?? scheme
    self.host = host
    self.port = port == ["http": 80, "https": 443][self.scheme] ? nil : port
  }

  /// Whether the page comes from a server on this machine (RFC 6761 §6.3 for the names).
  package var isLoopback: Bool {
    guard scheme == "http" || scheme == "https" else { return false }
    if host == "localhost" || host.hasSuffix(".localhost") { return true }
    let address = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    return IPAddress(address)?.isLoopback == true
  }

  private static func authority(_ text: Substring) -> (host: String, port: UInt16?)? {
    let host: String
    let rest: Substring
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]"),
        let address = IPAddress(String(text[text.index(after: text.startIndex)..<end]))
      else { return nil }
      host = "[\(address)]"
      rest = text[text.index(after: end)...]
    } else {
      let end = text.firstIndex(of: ":") ?? text.endIndex
      host = text[..<end].lowercased()
      guard !host.isEmpty, host.utf8.allSatisfy(isHostByte) else { return nil }
      rest = text[end...]
    }
    guard !rest.isEmpty else { return (host, nil) }
    guard rest.first == ":", let port = PortNumber.parse(rest.dropFirst()) else { return nil }
    return (host, port)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "-._~".utf8.contains(byte)
  }
}

/// The origins that a setting allows.
package struct AllowedOrigins: Sendable, Equatable {
  /// Whether every origin is allowed: the setting holds `*`.
  let allowsAll: Bool
  /// Whether pages of this machine are allowed, with any port. For development.
  let allowsLoopback: Bool
  private let listed: Set<WebOrigin>

  /// - Parameter texts: origins, or `*`. Others are ignored: `isValid` refuses them when the configuration is read.
  package init(_ texts: [String] = [], allowsLoopback: Bool = false) {
    allowsAll = texts.contains("*")
    listed = Set(texts.compactMap { WebOrigin($0) })
    self.allowsLoopback = allowsLoopback
  }

  /// Whether `text` is `*` or `scheme://host[:port]`.
  package static func isValid(_ text: String) -> Bool { text == "*" || WebOrigin(text) != nil }

  /// Whether the setting names any origin.
  var isListed: Bool { allowsAll || !listed.isEmpty }

  /// - Parameter origin: the value of an `Origin` field.
  func allows(_ origin: String) -> Bool {
    if allowsAll { return true }
    guard allowsLoopback || !listed.isEmpty, let origin = WebOrigin(origin) else { return false }
    return listed.contains(origin) || allowsLoopback && origin.isLoopback
  }
}
