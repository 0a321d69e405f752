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
  private let request: [RequestStep]
  /// In reverse order.
  private let response: [any ResponseMiddleware]
  /// Typed, because every constant response asks it: its rules change while the server runs.
  private let cors: CORS?
  private let examinesConstantResponses: Bool

  init(_ members: [any Middleware]) {
    var routing: [RoutingStep] = []
    var request: [RequestStep] = []
    var response: [any ResponseMiddleware] = []
    for member in members {
      if let member = member as? any RoutingMiddleware {
        routing.append(RoutingStep(middleware: member, outer: response.reversed()))
      }
      if let member = member as? any RequestMiddleware { request.append(.now(member)) }
      if let member = member as? any AsyncRequestMiddleware { request.append(.waiting(member)) }
      if let member = member as? any ResponseMiddleware { response.append(member) }
    }
    self.routing = routing
    self.request = request
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
    for step in self.request {
      switch step {
      case .now(let member): try member.handle(request, &context)
      case .waiting(let member):
        if member.isNeeded(for: request, context) { try await member.handle(&request, &context) }
      }
    }
  }

  /// The same, without waiting. - Returns: false, before any member is called, if one of them has to wait.
  func handleNow(_ request: borrowing Request, _ context: inout RequestContext) throws -> Bool {
    for case .waiting(let member) in self.request where member.isNeeded(for: request, context) { return false }
    for case .now(let member) in self.request { try member.handle(request, &context) }
    return true
  }

  /// Passes a response to the members.
  func decorate(_ response: inout Response, for request: Request, _ context: RequestContext) {
    // Appending nothing copies the fields of a response that is shared.
    if !context.responseFields.isEmpty { response.fields += context.responseFields }
    for member in self.response { member.decorate(&response, for: request, context) }
  }
}
