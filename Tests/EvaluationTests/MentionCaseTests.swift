import JSONCodec
import Nutrition
import Testing
import TextModels

@testable import Evaluation

@Suite struct MentionCaseTests {
  private func mentions(_ line: String) throws -> [String] {
    try MentionCase(JSONValue(parsing: Array(line.utf8)))?.mentions(EmbeddedMealParser()).map { mention, isEaten in
      mention.context.text.words[mention.context.name].joined(separator: " ") + (isEaten ? "" : " -")
    } ?? []
  }

  @Test func aFoodIsEatenOrNotIfItIsLabelled() throws {
    let foods = #""foods":[{"words":"eggs"},{"words":"choc milk"}],"not":["pizza"]"#
    #expect(
      try mentions(#"{"text":"2 eggs. She had pizza, choc milk for me, toast",\#(foods)}"#)
        == ["eggs", "pizza -", "chocolate milk"])
  }

  @Test(arguments: [
    (#"{"text":"2 eggs, toast","items":[{},{}]}"#, ["eggs", "toast"]), (#"{"text":"2 eggs, toast","items":[{}]}"#, []),
    (#"{"text":"2 eggs","foods":[{"name":"egg"}]}"#, ["eggs"]),
    (#"{"text":"2 eggs","foods":[{"name":"egg"}],"held":true}"#, []),
  ])
  func everythingIsEatenIfTheNumberIsRight(_ line: String, _ wanted: [String]) throws {
    #expect(try mentions(line) == wanted)
  }

  @Test(arguments: [("{}", "text"), (#"{"text":"a"}"#, "foods")])
  func reportsTheMissingFieldOfALine(_ line: String, _ field: String) {
    #expect(throws: EvaluationCaseError(missing: field)) { try MentionCase(JSONValue(parsing: Array(line.utf8))) }
  }
}
