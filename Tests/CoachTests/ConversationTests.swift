import Evaluation
import JSONCodec
import Testing

/// The corpus of conversations, with the minimum rates that the documentation states.
@Suite struct ConversationTests {
  private static func evaluation(_ accepts: (ConversationCase) -> Bool) throws -> ConversationEvaluation {
    var evaluation = ConversationEvaluation()
    for line in try CorpusFile.lines("conversations.jsonl") {
      let item = try ConversationCase(line)
      if accepts(item) { evaluation.add(item) }
    }
    return evaluation
  }

  private static func check(
    _ evaluation: ConversationEvaluation, messages: Int, toThePoint floor: Double, notAnswered ceiling: Double
  ) {
    let scores = evaluation.scores
    let report = ConversationReport(evaluation, isVerbose: true).text
    #expect(scores.count >= messages)
    #expect(Double(scores.count(where: \.isToThePoint)) >= floor * Double(scores.count), "\(report)")
    #expect(Double(scores.count(where: \.isFallback)) <= ceiling * Double(scores.count), "\(report)")
  }

  @Test func answersMostMessagesToThePoint() throws {
    Self.check(try Self.evaluation { !$0.isHeld }, messages: 700, toThePoint: 0.93, notAnswered: 0.05)
  }

  /// Conversations that were set aside before the rules were written.
  @Test func answersConversationsThatTheRulesWereNotWrittenFor() throws {
    Self.check(try Self.evaluation(\.isHeld), messages: 480, toThePoint: 0.8, notAnswered: 0.08)
  }

  @Test func aLineThatLacksAMessageIsReported() throws {
    let line = try JSONValue(parsing: Array(#"{"turns": [{"must": ["x"]}]}"#.utf8))
    #expect(ConversationCase.isOne(line))
    #expect(throws: EvaluationCaseError.self) { try ConversationCase(line) }
  }
}
