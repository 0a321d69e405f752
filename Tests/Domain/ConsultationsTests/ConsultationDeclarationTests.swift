import API
import Bytes
import Cluster
import Coach
import JSONCodec
import Logging
import Realtime
import TestSupport
import Testing

@testable import Consultations
@testable import Meals

/// The frames of the consultation sockets are those that their declarations describe.
@Suite struct ConsultationDeclarationTests {
  private static let moment = Timestamp(seconds: 1_768_478_400)
  private static let consultation = Consultation(
    id: "c", userID: "u", kind: .coach, persona: .nutritionist, status: .active, dialogueState: "{}", createdAt: moment,
    updatedAt: moment)
  private static let message = ConsultationMessage(
    id: "m", consultationID: "c", number: 1, role: .user, content: "Hello", state: .complete, createdAt: moment)

  @Test func currentFramesAreDeclared() throws {
    for asBase64 in [false, true] {
      let frames = ConsultationFrames(consultation: Self.consultation, newID: { "n" }, metadataAsBase64: asBase64)
      try check(frames, ConsultationSocket.declaration(.current))
    }
  }

  @Test func legacyFramesAreDeclared() async throws {
    let (clock, configuration) = (ManualClock(), RealtimeConfiguration())
    let hub = RealtimeHub(
      database: try await TestDatabase.make(users: []),
      registry: ConnectionRegistry(configuration: configuration, bus: NoBus(), environment: clock.environment),
      authenticator: StubAuthenticator(clock: clock), configuration: configuration, node: .single(name: "n"),
      environment: clock.environment, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let meals = MealLogsSocket.endpoint(hub: hub)
    let declaration = ConsultationSocket.declaration(.legacy(meals: meals))
    let frames = LegacyConsultationFrames(
      consultation: Self.consultation, meals: MealLogsRenderer(numericQuantities: false))
    try check(frames, declaration, frames.received(Self.message, at: Self.moment))
    for (kind, payload) in [
      (MealEvents.completed, MealExamples.completed), (MealEvents.failed, MealExamples.failed),
    ] {
      let event = Event(id: 1, userID: "u", kind: kind, payload: payload, createdAt: Self.moment)
      let frame = try #require(frames.frame(event)).merging(["event_id": 1])
      #expect(declaration.violations(.sent, frame) == [])
    }
  }

  private func check(
    _ frames: some FrameFormat & EventRenderer, _ declaration: EndpointDeclaration, _ more: JSONValue? = nil
  ) throws {
    #expect(try declaration.exampleViolations() == [])
    var sent = [
      frames.welcome(userID: "u", at: Self.moment), frames.pong(to: ["messageId": "p"], at: Self.moment),
      frames.authenticated(until: Self.moment, at: Self.moment),
      frames.error("AUTH_FAILED", "a", details: "b", at: Self.moment), more,
    ].compactMap { $0 }
    for (kind, payload) in ConsultationFramesTests.payloads {
      let event = Event(id: 1, userID: "u", kind: kind, payload: payload, createdAt: Self.moment)
      if let frame = frames.frame(event) { sent.append(frame.merging(["event_id": 1])) }
    }
    for frame in sent { #expect(declaration.violations(.sent, frame) == []) }
    let declared = declaration.messages.filter { $0.direction == .sent && !$0.type.hasPrefix("meal_log.") }
    #expect(Set(sent.compactMap { $0["type"]?.stringValue }) == Set(declared.map(\.type)))
  }
}
