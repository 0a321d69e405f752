import HTTPServer

/// The members of a chain, by the phase in which they take part. Members of the same phase keep their order.
struct MiddlewarePhases: Sendable {
  private enum RequestStep: Sendable {
    case now(any RequestMiddleware)
    case waiting(any AsyncRequestMiddleware)
  }

  private struct RoutingStep: Sendable {
    var middleware: any RoutingMiddleware
    /// The members before it that change responses, the nearest one first.
    var outer: [any ResponseMiddleware]
  }

  private let routing: [RoutingStep]
  /// The members that examine requests of routes, and those that examine requests of sockets.
  private let routeSteps: [RequestStep]
  private let socketSteps: [RequestStep]
  /// In reverse order.
  private let response: [any ResponseMiddleware]
  /// Typed, because every constant response asks it: its rules change while the server runs.
  private let cors: CORS?
  private let examinesConstantResponses: Bool

  init(_ members: [any Middleware]) {
    var routing: [RoutingStep] = []
    var request: [(step: RequestStep, scope: RequestScope)] = []
    var response: [any ResponseMiddleware] = []
    for member in members {
      if let member = member as? any RoutingMiddleware {
        routing.append(RoutingStep(middleware: member, outer: response.reversed()))
      }
      if let member = member as? any RequestMiddleware { request.append((.now(member), member.scope)) }
      if let member = member as? any AsyncRequestMiddleware { request.append((.waiting(member), .all)) }
      if let member = member as? any ResponseMiddleware { response.append(member) }
    }
    self.routing = routing
    routeSteps = request.filter { $0.scope != .sockets }.map(\.step)
    socketSteps = request.filter { $0.scope != .routes }.map(\.step)
    self.response = response.reversed()
    cors = members.lazy.compactMap { $0 as? CORS }.first
    examinesConstantResponses = members.contains { !($0 is CORS) && $0.examinesConstantResponses }
  }

  /// Whether a constant response may be sent to a request with neither `Authorization` nor `Origin` now.
  var sendsConstantResponses: Bool { !examinesConstantResponses && cors?.examinesConstantResponses != true }

  /// The answer of a member to a request that is not routed; nil if it continues to the router.
  func answer(_ request: Request) -> (response: Response, template: String)? {
    for step in routing {
      guard var answer = step.middleware.answer(request) else { continue }
      for member in step.outer { member.decorate(&answer.response, for: request, RequestContext(.none)) }
      return answer
    }
    return nil
  }

  /// Passes a request to the members. - Throws: the refusal of the first member that refuses it.
  func handle(_ request: inout Request, _ context: inout RequestContext) async throws {
    for step in steps(for: context.destination) {
      switch step {
      case .now(let member): try member.handle(request, &context)
      case .waiting(let member):
        if member.isNeeded(for: request, context) { try await member.handle(&request, &context) }
      }
    }
  }

  /// The same, without waiting. - Returns: false, before any member is called, if one of them has to wait.
  func handleNow(_ request: borrowing Request, _ context: inout RequestContext) throws -> Bool {
    let steps = steps(for: context.destination)
    for case .waiting(let member) in steps where member.isNeeded(for: request, context) { return false }
    for case .now(let member) in steps { try member.handle(request, &context) }
    return true
  }

  private func steps(for destination: RequestContext.Destination) -> [RequestStep] {
    if case .socket = destination { socketSteps } else { routeSteps }
  }

  /// Passes a response to the members.
  func decorate(_ response: inout Response, for request: Request, _ context: RequestContext) {
    // Appending nothing copies the fields of a response that is shared.
    if !context.responseFields.isEmpty { response.fields += context.responseFields }
    for member in self.response { member.decorate(&response, for: request, context) }
  }
}
