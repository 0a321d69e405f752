import Runtime

/// Passes requests to a handler that can be replaced while the server listens. Any thread.
///
/// Requests wait while the handler is suspended. Each request takes a lock twice: for development only.
package final class ReplaceableHandler: RequestHandler {
  private struct State {
    /// The latest handler, which answers no requests while `isSuspended`.
    var handler: any RequestHandler
    /// Its synchronous routes, for the loops together.
    var routes: [SynchronousRoute]
    /// Counts the handlers, from 0.
    var generation = 0
    var isSuspended = false
    /// The number of requests that each handler answers now, without exempt ones.
    var running: [Int: Int] = [:]
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Locked<State>
  private let isExempt: @Sendable (_ path: String) -> Bool

  /// - Parameter isExempt: the paths whose requests `drained` does not wait for, because they replace the handler.
  package init(_ handler: any RequestHandler, isExempt: @escaping @Sendable (_ path: String) -> Bool) {
    state = Locked(State(handler: handler, routes: handler.makeSynchronousRoutes()))
    self.isExempt = isExempt
  }

  // MARK: - Replacement

  /// Makes new requests wait until `resume`. - Returns: the number of the suspended handler.
  package func suspend() -> Int {
    state.withLock { state in
      state.isSuspended = true
      return state.generation
    }
  }

  /// Passes the waiting requests and later ones to `handler`. Sockets that a former handler accepted and that are not open
  /// yet are refused with 1012.
  package func resume(with handler: any RequestHandler) {
    let routes = handler.makeSynchronousRoutes()
    let waiting = state.withLock { state in
      state.handler = handler
      state.routes = routes
      state.generation += 1
      state.isSuspended = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until a suspended or replaced handler answers no request. - Returns: false if some remain after `limit`.
  @discardableResult
  package func drained(_ generation: Int, within limit: Duration) async -> Bool {
    let deadline = ContinuousClock.now + limit
    while state.withLock({ $0.running[generation] ?? 0 }) > 0 {
      guard .now < deadline else { return false }
      try? await Task.sleep(for: .milliseconds(2))
    }
    return true
  }

  private func isCurrent(_ generation: Int) -> Bool {
    state.withLock { $0.generation == generation && !$0.isSuspended }
  }

  // MARK: - Requests

  /// Passes a request to the latest handler, after the end of a replacement.
  package func dispatch(
    _ request: consuming Request, segments: [String]?
  ) async -> (outcome: RequestOutcome, template: String) {
    let counts = !isExempt(request.path)
    let (handler, generation) = await enter(counts: counts)
    let (outcome, template) = await handler.dispatch(request, segments: segments)
    if counts { leave(generation) }
    guard case .upgrade(let endpoint, let accepted) = outcome else { return (outcome, template) }
    return (.upgrade(guarded(endpoint, generation), accepted), template)
  }

  private func enter(counts: Bool) async -> (handler: any RequestHandler, generation: Int) {
    while true {
      let entered = state.withLock { state -> (handler: any RequestHandler, generation: Int)? in
        guard !state.isSuspended else { return nil }
        if counts { state.running[state.generation, default: 0] += 1 }
        return (state.handler, state.generation)
      }
      if let entered { return entered }
      await resumption()
    }
  }

  private func resumption() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.isSuspended { state.waiting.append(continuation) }
        return !state.isSuspended
      }
      if isOver { continuation.resume() }
    }
  }

  private func leave(_ generation: Int) {
    state.withLock { state in
      let count = (state.running[generation] ?? 1) - 1
      state.running[generation] = count > 0 ? count : nil
    }
  }

  private func guarded(_ endpoint: any WebSocketEndpoint, _ generation: Int) -> any WebSocketEndpoint {
    let isCurrent = { @Sendable in self.isCurrent(generation) }
    guard let endpoint = endpoint as? any ConversationalEndpoint else {
      return GuardedEndpoint(endpoint: endpoint, isCurrent: isCurrent)
    }
    return GuardedConversationalEndpoint(endpoint: endpoint, isCurrent: isCurrent)
  }

  /// Whether any route streams the content of its requests. All handlers have the same routes.
  package var streamsRequests: Bool { latest.streamsRequests }

  /// The body policy of the latest handler.
  package func bodyPolicy(of request: Request, segments: [String]?) -> BodyPolicy {
    latest.bodyPolicy(of: request, segments: segments)
  }

  /// The response of the latest handler.
  package func response(to refusal: RequestRefusal) -> Response { latest.response(to: refusal) }

  /// Routes that pass requests to those of the latest handler. Constant responses are those of the first one.
  package func makeSynchronousRoutes() -> [SynchronousRoute] {
    latest.makeSynchronousRoutes().map { route in
      // Not the route itself, which would keep the first handler with all its services.
      let (method, path) = (route.method, route.path)
      return SynchronousRoute(like: route) { [self] request in
        let current = state.withLock { state in
          state.isSuspended ? nil : state.routes.first { $0.path == path && $0.method == method }
        }
        return current?.respond(request)
      }
    }
  }

  /// Whether the latest handler sends constant responses at once.
  package var sendsConstantResponses: Bool { latest.sendsConstantResponses }

  private var latest: any RequestHandler { state.withLock { $0.handler } }
}

/// Refuses sockets that were accepted by a handler that has been replaced since.
private struct GuardedConversationalEndpoint: ConversationalEndpoint {
  let endpoint: any ConversationalEndpoint
  let isCurrent: @Sendable () -> Bool

  func refusal(of request: Request) async throws -> Response? { try await endpoint.refusal(of: request) }

  func limits(_ configuration: WebSocketConfiguration) -> WebSocketConfiguration { endpoint.limits(configuration) }

  func open(_ session: WebSocketSession, _ request: consuming Request) async -> (any WebSocketConversation)? {
    guard isCurrent() else {
      await session.close(HTTPServer.restartCode, HTTPServer.restartReason)
      return nil
    }
    return await endpoint.open(session, request)
  }
}

/// The same for endpoints that take the events of their connections themselves.
private struct GuardedEndpoint: WebSocketEndpoint {
  let endpoint: any WebSocketEndpoint
  let isCurrent: @Sendable () -> Bool

  func refusal(of request: Request) async throws -> Response? { try await endpoint.refusal(of: request) }

  func limits(_ configuration: WebSocketConfiguration) -> WebSocketConfiguration { endpoint.limits(configuration) }

  func serve(_ session: WebSocketSession, _ request: consuming Request) async {
    guard isCurrent() else { return await session.close(HTTPServer.restartCode, HTTPServer.restartReason) }
    await endpoint.serve(session, request)
  }
}
