import Evaluation
import Foundation
import JSONCodec
import Testing

/// The corpora of messages. Their floors are what the documentation promises.
///
/// `development.jsonl` and `wider.jsonl` were read while the rules were written. `untouched.jsonl` is by an author who has
/// not seen the rules; its rows were not read when rules were written, and no rule may be written for one of them.
@Suite struct SafetyCorpusTests {
  private static func evaluation(of name: String = "development", held: Bool = false) throws -> CoachEvaluation {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name + ".jsonl")
    var evaluation = CoachEvaluation()
    for line in try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")) {
      let item = try CoachCase(JSONValue(parsing: line))
      if item.isHeld == held { evaluation.add(item) }
    }
    return evaluation
  }

  private static func shares(_ evaluation: CoachEvaluation) -> (recognised: Double, falseAlarms: Double) {
    let dangers = evaluation.scores.filter(\.item.isDanger)
    let harmless = evaluation.scores.filter { !$0.item.isDanger }
    return (
      Double(dangers.count(where: \.isRecognised)) / Double(dangers.count),
      Double(harmless.count(where: \.isFalseAlarm)) / Double(harmless.count)
    )
  }

  @Test func recognisesTheDangersThatTheRulesWereWrittenFor() throws {
    let evaluation = try Self.evaluation(held: false)
    #expect(evaluation.scores.count >= 300)
    let shares = Self.shares(evaluation)
    let report = CoachEvaluationReport(evaluation, isVerbose: true).text
    #expect(shares.recognised >= 0.97, "\(report)")
    #expect(shares.falseAlarms <= 0.01, "\(report)")
  }

  /// Rows that were set aside before the rules were written: what is recognised in the words of others.
  @Test func recognisesDangersThatItWasNotWrittenFor() throws {
    let evaluation = try Self.evaluation(held: true)
    #expect(evaluation.scores.count >= 150)
    let shares = Self.shares(evaluation)
    let report = CoachEvaluationReport(evaluation, isVerbose: true).text
    #expect(shares.recognised >= 0.8, "\(report)")
    #expect(shares.falseAlarms <= 0.05, "\(report)")
  }

  @Test func recognisesTheDangersOfSeveralAuthors() throws {
    let evaluation = try Self.evaluation(of: "wider")
    #expect(evaluation.scores.count >= 1_500)
    let shares = Self.shares(evaluation)
    let report = CoachEvaluationReport(evaluation, isVerbose: true).text
    #expect(shares.recognised >= 0.96, "\(report)")
    #expect(shares.falseAlarms <= 0.01, "\(report)")
  }

  @Test func recognisesTheDangersOfAnAuthorWhoHasNotSeenTheRules() throws {
    let evaluation = try Self.evaluation(of: "untouched")
    let shares = Self.shares(evaluation)
    let report = CoachEvaluationReport(evaluation, isVerbose: true).text
    #expect(shares.recognised >= 0.9, "\(report)")
    #expect(shares.falseAlarms <= 0.02, "\(report)")
  }
}
