import JSONCodec
import TestSupport
import Testing

/// One row of the table of a route file: a request, its response, and what it changed. CONTRIBUTING.md shows how to use it.
struct Scenario: Sendable, CustomTestStringConvertible {
  /// A preparation or a check of side effects. Blocking.
  typealias Step = @Sendable (ScenarioContext) throws -> Void

  private let name: String
  private let prepare: Step
  private let request: ScenarioRequest
  private let expected: ExpectedResponse
  private let effect: Step
  private let location: SourceLocation

  /// - Parameters:
  ///   - name: a statement, which failures show.
  ///   - prepare: makes what the request needs and names values for it: `$0["id"] = …`.
  ///   - contains: what the body must contain (``JSONValue/differences(from:at:)``).
  ///   - fields: names and values that the response must have.
  ///   - excludes: texts that the body must not contain.
  ///   - effect: checks what the request changed.
  init(
    _ name: String, given prepare: @escaping Step = { _ in }, _ request: ScenarioRequest, _ status: Int,
    contains: JSONValue? = nil, fields: [String: String] = [:], excludes: [String] = [],
    then effect: @escaping Step = { _ in }, location: SourceLocation = #_sourceLocation
  ) {
    self.name = name
    self.prepare = prepare
    self.request = request
    expected = ExpectedResponse(status: status, contains: contains, fields: fields, excludes: excludes)
    self.effect = effect
    self.location = location
  }

  var testDescription: String { name }

  /// Runs the scenario with new accounts on the server of the suite.
  func run() async throws {
    let server = try SharedHearth.client
    try await runBlocking {
      let context = ScenarioContext(server, name: name)
      try prepare(context)
      try context.send(request, expected, location)
      try effect(context)
    }
  }
}

/// The expected response to a request of a ``Scenario``.
struct ExpectedResponse: Sendable {
  var status: Int
  var contains: JSONValue?
  var fields: [String: String] = [:]
  var excludes: [String] = []
}
