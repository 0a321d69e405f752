import Bytes
import JSONCodec
import Realtime
import Testing

@testable import Meals

/// The frames of the meal sockets are those that their declarations describe.
@Suite struct MealDeclarationTests {
  private static let payloads = [
    (MealEvents.processing, MealExamples.processing), (MealEvents.completed, MealExamples.completed),
    (MealEvents.failed, MealExamples.failed),
  ]

  @Test func examplesMatchTheirFields() throws {
    #expect(try MealLogsSocket.declaration().exampleViolations() == [])
    #expect(try NutritionSocket.declaration.exampleViolations() == [])
  }

  @Test(arguments: [false, true]) func mealLogFramesAreDeclared(_ numeric: Bool) throws {
    check(MealLogsRenderer(numericQuantities: numeric), MealLogsSocket.declaration())
  }

  @Test func nutritionFramesAreDeclared() throws { check(NutritionRenderer(), NutritionSocket.declaration) }

  private func check(_ renderer: some EventRenderer, _ declaration: EndpointDeclaration) {
    let moment = Timestamp(seconds: 1_768_478_400)
    var frames = [
      renderer.welcome(userID: "u", at: moment), MealFrameFormat().pong(to: [:], at: moment),
      MealFrameFormat().authenticated(until: moment, at: moment),
      MealFrameFormat().error("AUTH_FAILED", "a", details: "b", at: moment),
    ]
    for (kind, payload) in Self.payloads where renderer.kinds.contains(kind) {
      let event = Event(id: 1, userID: "u", kind: kind, payload: payload, createdAt: moment)
      frames.append(renderer.frame(event)?.merging(["event_id": 1]))
    }
    #expect(
      Set(frames.compactMap { $0?["type"]?.stringValue })
        == Set(
          declaration.messages.filter { $0.direction == .sent }.map(\.type)))
    for frame in frames.compactMap({ $0 }) { #expect(declaration.violations(.sent, frame) == []) }
  }
}
