import API
import JSONCodec
import Testing

@testable import Realtime

@Suite struct EndpointDeclarationTests {
  private static let declaration = EndpointDeclaration(
    path: "/ws/things", connectionType: "things", summary: "Things.",
    messages: MessageDeclaration.common + [
      .sent(
        "thing", "A thing.",
        [
          .string("name", "Its name."), .integer("count", "Its number.").optional,
          .number("weight", "Its weight.").nullable,
          .array("parts", of: .object([.boolean("isNew", "Whether it is new.")]), "Its parts.").optional,
        ], example: ["name": "a", "weight": 1.5]),
      .received("touch", aliases: ["tap"], "Touches a thing.", [.string("name", "Its name.")], example: ["name": "a"]),
    ], errorCodes: [ErrorCodeDeclaration("BROKEN", "It broke.")], translation: ["AUTH_FAILED": "UNAUTHORIZED"],
    closeCodes: [CloseCodeDeclaration(4999, "It broke.")])

  struct Row: Sendable {
    var frame: JSONValue
    var violations: [String]
  }

  @Test(arguments: [
    Row(frame: ["type": "thing", "name": "a", "weight": 1], violations: []),
    Row(frame: ["type": "thing", "name": "a", "weight": nil, "parts": [["isNew": true]]], violations: []),
    Row(frame: ["type": "thing", "name": 7, "weight": 1], violations: ["thing.name is not a string"]),
    Row(frame: ["type": "thing", "name": "a"], violations: ["thing.weight is missing"]),
    Row(frame: ["type": "thing", "name": nil, "weight": 1], violations: ["thing.name is null"]),
    Row(frame: ["type": "thing", "name": "a", "weight": 1, "x": 1], violations: ["thing.x is not declared"]),
    Row(
      frame: ["type": "thing", "name": "a", "weight": 1, "parts": [["isNew": 1]]],
      violations: ["thing.parts[].isNew is not a boolean"]),
    Row(frame: ["type": "other"], violations: ["/ws/things does not declare other"]),
    Row(frame: ["name": "a"], violations: ["a frame has no type"]),
  ]) func findsDifferencesOfSentFrames(_ row: Row) {
    #expect(Self.declaration.violations(.sent, row.frame) == row.violations)
  }

  @Test(arguments: ["touch", "tap"]) func acceptsAdditionalMembersOfClients(_ type: String) {
    #expect(Self.declaration.violations(.received, ["type": .string(type), "name": "a", "x": 1]) == [])
  }

  @Test func addsTheCodesOfEverySocket() {
    let codes = Self.declaration.errorCodes.map(\.code)
    #expect(codes.contains("UNAUTHORIZED") && !codes.contains("AUTH_FAILED") && codes.contains("BROKEN"))
    #expect(Self.declaration.closeCodes.map(\.code).contains(4401))
    #expect(Self.declaration.closeCodes.last?.code == 4999)
  }

  @Test(arguments: [declaration, StepsSocket.declaration])
  func examplesMatchTheirFields(_ declaration: EndpointDeclaration) throws {
    #expect(try declaration.exampleViolations() == [])
  }
}
