import API
import HTTPServer
import Net

/// The rules for requests under `/dev`, which need no token: only programs and pages of this machine may send them
/// (docs/api/development.md#access).
///
/// The `Host` rule stops DNS rebinding. The rules for `Origin` and `Content-Type` stop pages of other sites: a browser
/// sends them a JSON request only after a preflight, which the server refuses.
enum DevelopmentGate {
  /// The errors that every route behind the gate can return.
  static let errors = [
    ErrorDeclaration(403, "LOCAL_ONLY", "The request does not come from this machine. The message states the rule."),
    ErrorDeclaration(
      415, "UNSUPPORTED_MEDIA_TYPE", "A request that may change something is not sent as `application/json`."),
  ]

  /// The same route behind the gate.
  /// - Parameter route: has no authentication and does not stream the content of its requests.
  static func guarding(_ route: Route) -> Route {
    var operation = route.operation
    let changes = isChange(operation.method)
    operation.specificErrors += errors.filter { changes || $0.status != 415 }
    let handler = route.handler
    return Route(operation) { request in
      try check(request)
      return try await handler(request)
    }
  }

  /// - Throws: `Problem` 403 `LOCAL_ONLY` or 415 `UNSUPPORTED_MEDIA_TYPE`.
  static func check(_ request: Request) throws(Problem) {
    guard isLocal(request.remoteAddress) else {
      throw refusal("the client must be on this machine, and its address is \(request.remoteAddress)")
    }
    // A proxy on this machine may forward clients of other machines. It need not be trusted to be believed here.
    guard request.forwardedClients.allSatisfy({ $0?.isLoopback == true }) else {
      throw refusal("a proxy forwards a client of another machine")
    }
    let hosts = request.fieldValues("Host") + request.fieldValues("X-Forwarded-Host")
    guard request.hasField("Host"), hosts.allSatisfy(isLoopback(host:)) else {
      throw refusal("Host must be localhost or a loopback address")
    }
    try checkPage(request)
    guard isChange(request.method), request.mediaType != "application/json" else { return }
    throw Problem(
      status: 415, code: "UNSUPPORTED_MEDIA_TYPE",
      message: "\(request.method) requests under /dev must have Content-Type: application/json.")
  }

  /// Checks the page that sends the request, if any.
  private static func checkPage(_ request: Request) throws(Problem) {
    let origins = request.fieldValues("Origin")
    guard origins.allSatisfy({ WebOrigin($0)?.isLoopback == true }) else {
      throw refusal("Origin must be absent or a page of this machine")
    }
    // Browsers send no Origin with images and navigations of other sites (Fetch Metadata).
    guard origins.isEmpty, request.field("Sec-Fetch-Site") == "cross-site" else { return }
    throw refusal("a page of another site sends it")
  }

  private static func isChange(_ method: String) -> Bool { method != "GET" && method != "HEAD" }

  /// - Parameter address: without port, or "unix". Unix sockets connect processes of one machine only.
  private static func isLocal(_ address: String) -> Bool {
    address == "unix" || IPAddress(address)?.isLoopback == true
  }

  private static func isLoopback(host: String) -> Bool { WebOrigin("http://" + host)?.isLoopback == true }

  /// - Parameter rule: completes "Requests under /dev are for this machine only: ".
  private static func refusal(_ rule: String) -> Problem {
    Problem(
      status: 403, code: "LOCAL_ONLY", message: "Requests under /dev are accepted from this machine only: \(rule).")
  }
}
