/// The address of an endpoint, as an operator configures it: `https://api.example.com/v1`.
///
/// Nothing that a client sends ever becomes part of it.
package struct EndpointAddress: Sendable, Equatable {
  /// Where chat completions are asked for.
  let completions: String
  /// Whether what is sent can be read on the way, the key, too.
  package let isClearText: Bool
  /// For logs: scheme, host and port.
  package let origin: String

  /// - Parameter base: `http` or `https`, a host, perhaps a port and a path; no user, query or fragment; 1,024 bytes.
  /// - Returns: nil for everything else.
  package init?(base: String) {
    let lowered = base.lowercased()
    guard base.utf8.count <= 1024, base.utf8.allSatisfy(Self.isAllowed) else { return nil }
    guard let scheme = ["https://", "http://"].first(where: lowered.hasPrefix) else { return nil }
    let rest = base.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    guard Self.isHostAndPort(authority) else { return nil }
    var path = rest.dropFirst(authority.count)
    while path.last == "/" { path.removeLast() }
    // Paths that lead elsewhere once they are resolved are typing errors.
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
    let port = text[end...].dropFirst()
    return text[end] == ":" && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
      && UInt16(port).map { $0 > 0 } == true
  }

  /// What may stand in an address without a user (`@`), a query or a fragment (RFC 3986 §2).
  private static func isAllowed(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || ":/.-_~%+[]".utf8.contains(byte)
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
