import HTTPServer
package import Logging
import Runtime
import Synchronization

/// The origins whose pages may read responses and open sockets. Both lists can be replaced while the server runs. Any
/// thread.
package final class OriginRules: Sendable {
  private let corsRules: HotSwappable<CORSPolicy>
  private let socketRules: HotSwappable<OriginPolicy>
  /// Whether CORS origins are listed. Read for every response, because the lock of `corsRules` would cost too much.
  private let listsReaders: Atomic<Bool>
  private let log: RefusedOriginLog

  /// Creates the rules.
  package init(cors: CORSPolicy, sockets: OriginPolicy, logger: Logger) {
    corsRules = HotSwappable(cors)
    socketRules = HotSwappable(sockets)
    listsReaders = Atomic(cors.allowed.isListed)
    log = RefusedOriginLog(logger: logger)
  }

  /// Whether `cors.allowed_origins` lists an origin. Then every response depends on the origin of its request.
  var namesReaders: Bool { listsReaders.load(ordering: .acquiring) }

  /// Replaces both lists. Requests in progress may still use the old ones.
  package func replace(cors: CORSPolicy, sockets: OriginPolicy) {
    corsRules.replace(by: cors)
    socketRules.replace(by: sockets)
    listsReaders.store(cors.allowed.isListed, ordering: .releasing)
  }

  /// The response to a CORS preflight; nil if `request` is none, or if its page comes from this server.
  func preflightResponse(_ request: Request) -> Response? {
    guard CORSPolicy.isPreflight(request) else { return nil }
    let cors = corsRules.current
    if cors.allows(request) { return cors.preflightResponse(request) }
    guard let origin = refusedReader(request, cors) else { return nil }
    log.report(origin, .cors, request)
    return OriginSetting.cors.problem("Pages of this origin may not read responses.").response
  }

  /// Adds the CORS fields to a response.
  func decorate(_ response: inout Response, _ request: Request) {
    guard namesReaders || request.hasField("Origin") else { return }
    let cors = corsRules.current
    cors.decorate(&response, request)
    if let origin = refusedReader(request, cors) { log.report(origin, .cors, request) }
  }

  /// - Throws: `Problem` if pages of the request's origin may not open sockets.
  func checkSocket(_ request: Request) throws(Problem) {
    guard !socketRules.current.allows(request) else { return }
    log.report(request.fieldValues("Origin").joined(separator: ", "), .sockets, request)
    throw OriginSetting.sockets.problem("Pages of this origin may not open a WebSocket.")
  }

  private func refusedReader(_ request: Request, _ cors: CORSPolicy) -> String? {
    guard let origin = request.field("Origin"), !cors.allows(request), !OriginPolicy.isOwn(origin, request) else {
      return nil
    }
    return origin
  }
}
