import Bytes
import Coach
import Foundation
import JSONCodec
import Realtime
import Testing

@testable import Consultations

@Suite struct ConsultationFramesTests {
  private static let moment = Timestamp(milliseconds: 1_700_000_000_000)
  private static let consultation = Consultation(
    id: "c", userID: "u", kind: .coach, persona: .nutritionist, status: .active, dialogueState: "{}", createdAt: moment,
    updatedAt: moment)
  private static let answer = ConsultationMessage(
    id: "a", consultationID: "c", number: 2, role: .assistant, content: "", state: .complete, createdAt: moment)
  private static let template: JSONValue = [
    "id": "t", "template_id": "t", "type": "meal", "kind": "meal", "name": "Day", "description": "d",
  ]

  static let payloads: [(String, JSONValue)] = [
    (AnswerEvents.start, AnswerEvents.start(answer)), (AnswerEvents.chunk, AnswerEvents.chunk(answer, "hi", offset: 0)),
    (AnswerEvents.complete, AnswerEvents.complete(answer)),
    (AnswerEvents.template, AnswerEvents.template(answer, id: "own", template: template)),
    (AnswerEvents.failed, AnswerEvents.failed(answer, code: "AI_SERVICE_ERROR", text: "why")),
  ]

  @Test(arguments: payloads)
  func givesEveryFrameBothIDsAndNoStringMessage(_ kind: String, _ payload: JSONValue) throws {
    let frame = try #require(rendered(kind, payload))
    #expect(frame["messageId"]?.stringValue?.isEmpty == false)
    #expect(frame["messageId"] == frame["message_id"])
    #expect(frame["timestamp"] == "2023-11-14T22:13:20Z")
    #expect(frame["message"] == nil)
  }

  @Test func givesATemplateAnIDOfItsOwn() throws {
    let frame = try #require(rendered(AnswerEvents.template, Self.payloads[3].1))
    #expect(frame["type"] == "template_created" && frame["messageId"] == "own")
    #expect(frame["metadata"] == Self.template)
    #expect(frame["content"]?.stringValue?.contains("Day") == true)
  }

  @Test func sendsMetadataAsBase64IfRequested() throws {
    let frame = try #require(rendered(AnswerEvents.template, Self.payloads[3].1, metadataAsBase64: true))
    let data = try #require(Data(base64Encoded: frame["metadata"]?.stringValue ?? ""))
    #expect(try JSONValue(parsing: data) == Self.template)
  }

  private func rendered(_ kind: String, _ payload: JSONValue, metadataAsBase64: Bool = false) -> JSONValue? {
    let event = Event(id: 1, userID: "u", kind: kind, payload: payload, createdAt: Self.moment)
    return ConsultationFrames(
      consultation: Self.consultation, newID: { "new" }, metadataAsBase64: metadataAsBase64
    ).frame(event)
  }
}
