import HTTPCodec
import HTTPServer

/// Decides which origins may open a WebSocket (RFC 6455 §10.2).
///
/// A request without `Origin` (native clients) and one with the requested host as its origin (clients that derive it from
/// the URL) are always allowed, other origins only if listed. A page that was received without TLS is another origin for
/// a client that uses TLS, because a proxy between them could have written the page.
package struct OriginPolicy: Sendable {
  /// The origins that are allowed besides the requested host.
  package let allowed: AllowedOrigins

  /// Allows the origins of `allowed`.
  package init(_ allowed: AllowedOrigins) { self.allowed = allowed }

  /// Allows the listed origins, or all for `*`.
  package init(allowedOrigins: [String] = []) { self.init(AllowedOrigins(allowedOrigins)) }

  func allows(_ request: Request) -> Bool {
    let origins = request.fields.all("Origin")
    guard let origin = origins.first else { return true }
    return origins.count == 1 && (allowed.allows(origin) || Self.isOwn(origin, request))
  }

  /// Whether `origin` names the requested host. Ports are not compared, because proxies drop them.
  static func isOwn(_ origin: String, _ request: Request) -> Bool {
    let origin = origin.lowercased()
    guard let scheme = origin.firstRange(of: "://"), let host = request.field("Host")?.lowercased() else {
      return false
    }
    if request.isSecure, ["http", "ws"].contains(String(origin[..<scheme.lowerBound])) { return false }
    return withoutPort(origin[scheme.upperBound...]) == withoutPort(host[...])
  }

  private static func withoutPort(_ authority: Substring) -> Substring {
    guard let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") else { return authority }
    return authority[..<colon]
  }
}
