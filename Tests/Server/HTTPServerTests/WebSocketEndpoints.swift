import HTTPServer
import Runtime

/// Serves by a closure.
struct ScriptedEndpoint: WebSocketEndpoint {
  var script: @Sendable (WebSocketSession) async -> Void

  init(_ script: @escaping @Sendable (WebSocketSession) async -> Void) { self.script = script }

  func refusal(of request: Request) async throws -> Response? { nil }

  func serve(_ session: WebSocketSession, _ request: consuming Request) async { await script(session) }
}

extension WebSocketConfiguration {
  /// The usual limits, changed.
  static func with(_ change: (inout WebSocketConfiguration) -> Void) -> WebSocketConfiguration {
    var configuration = WebSocketConfiguration()
    change(&configuration)
    return configuration
  }
}
