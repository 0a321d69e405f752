import HTTPCodec

/// Which origins may open a WebSocket (RFC 6455 §10.2).
///
/// Without an `Origin` (native clients) and from the same host the server was asked as (clients that derive it from
/// the URL), always; from elsewhere only if listed. A page that came without TLS is elsewhere for a server asked over TLS:
/// anybody on its way could have written it.
package struct OriginPolicy: Sendable {
  /// Origins (`https://app.example`), or `*` for all.
  package var allowedOrigins: Set<String>

  package init(allowedOrigins: [String] = []) {
    self.allowedOrigins = Set(allowedOrigins.map { $0.lowercased() })
  }

  func allows(_ request: Request) -> Bool {
    let origins = request.fields.all("Origin")
    guard let origin = origins.first?.lowercased() else { return true }
    guard origins.count == 1 else { return false }
    if allowedOrigins.contains("*") || allowedOrigins.contains(origin) { return true }
    guard let scheme = origin.firstRange(of: "://"), let host = request.field("Host")?.lowercased() else {
      return false
    }
    if request.isSecure, ["http", "ws"].contains(String(origin[..<scheme.lowerBound])) { return false }
    return Self.withoutPort(origin[scheme.upperBound...]) == Self.withoutPort(host[...])
  }

  private static func withoutPort(_ authority: Substring) -> Substring {
    guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else { return authority }
    return authority[..<colon]
  }
}
