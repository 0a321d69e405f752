import Bytes

/// The address of an endpoint, as the operator configures it: `https://api.example.com/v1`.
///
/// No input of a client becomes part of it.
package struct EndpointAddress: Sendable, Equatable {
  /// The URL of chat completions.
  let completions: String
  /// Whether requests, the key included, are sent without TLS.
  package let isClearText: Bool
  /// Scheme, host and port, for logs.
  package let origin: String

  /// - Parameter base: scheme `http` or `https`, host, optional port and path; no user, query or fragment; at most 1,024
  ///   bytes.
  /// - Returns: nil for any other text.
  package init?(base: String) {
    let lowered = base.lowercased()
    guard base.utf8.count <= 1024, base.utf8.allSatisfy(Self.isAllowed) else { return nil }
    guard let scheme = ["https://", "http://"].first(where: lowered.hasPrefix) else { return nil }
    let rest = base.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    guard Self.isHostAndPort(authority) else { return nil }
    var path = rest.dropFirst(authority.count)
    while path.last == "/" { path.removeLast() }
    // Dot segments change the path when it is resolved; in a configuration they are errors.
    guard !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) else { return nil }
    isClearText = scheme == "http://"
    origin = scheme + authority
    completions = scheme + authority + path + "/chat/completions"
  }

  private static func isHostAndPort(_ text: Substring) -> Bool {
    let isBracketed = text.first == "["
    guard
      let end = isBracketed
        ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":") ?? text.endIndex
    else { return false }
    let host = text[..<end]
    let letters = isBracketed ? host.dropFirst().dropLast() : host
    let isHost = letters.utf8.allSatisfy { isAlphanumeric($0) || (isBracketed ? ":." : "-._").utf8.contains($0) }
    guard !letters.isEmpty, isHost else { return false }
    guard end < text.endIndex else { return true }
    return text[end] == ":" && PortNumber.parse(text[end...].dropFirst()).map { $0 > 0 } == true
  }

  /// The characters of an address without user (`@`), query and fragment (RFC 3986 §2).
  private static func isAllowed(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || ":/.-_~%+[]".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
