import Coach
import Evaluation
import JSONCodec
import Testing

/// The corpora of dangers and harmless messages, with the minimum rates that the documentation states.
@Suite struct SafetyCorpusTests {
  /// - Parameter accepts: selects the rows that are counted.
  private static func evaluation(
    _ name: String, _ accepts: (CoachCase) -> Bool = { _ in true }
  ) async throws -> CoachEvaluation {
    var evaluation = CoachEvaluation()
    for line in try CorpusFile.lines("Safety/" + name) {
      let item = try CoachCase(line)
      if accepts(item) { evaluation.add(item) }
      // Thousands of messages must not hold up the tests that wait for a socket.
      await Task.yield()
    }
    return evaluation
  }

  private static func check(
    _ evaluation: CoachEvaluation, rows: Int, recognised floor: Double, falseAlarms ceiling: Double
  ) {
    let dangers = evaluation.scores.filter(\.item.isDanger)
    let harmless = evaluation.scores.filter { !$0.item.isDanger }
    #expect(evaluation.scores.count >= rows && !dangers.isEmpty && !harmless.isEmpty)
    let report = CoachEvaluationReport(evaluation, isVerbose: true).text
    #expect(Double(dangers.count(where: \.isRecognised)) >= floor * Double(dangers.count), "\(report)")
    #expect(Double(harmless.count(where: \.isFalseAlarm)) <= ceiling * Double(harmless.count), "\(report)")
  }

  @Test func recognisesTheDangersOfTheDevelopmentCorpus() async throws {
    Self.check(
      try await Self.evaluation("development.jsonl") { !$0.isHeld }, rows: 300, recognised: 0.98, falseAlarms: 0.01)
    Self.check(try await Self.evaluation("wider.jsonl") { !$0.isHeld }, rows: 2500, recognised: 0.98, falseAlarms: 0.01)
  }

  /// Statements of restrictions and foods in seven languages; its harmless rows are as close to conflicts as they can be.
  @Test func namesConflictsInSevenLanguages() async throws {
    Self.check(try await Self.evaluation("conflicts.jsonl"), rows: 480, recognised: 0.98, falseAlarms: 0.05)
    Self.check(
      try await Self.evaluation("conflicts-second.jsonl", \.isHeld), rows: 140, recognised: 0.9, falseAlarms: 0.1)
    // Rare restrictions, and statements about other people: the weakest part.
    Self.check(
      try await Self.evaluation("conflicts-third.jsonl", \.isHeld), rows: 450, recognised: 0.68, falseAlarms: 0.22)
  }

  /// Rows that were set aside, and messages of an author who had not seen the rules. No rule is written for one of them.
  @Test func recognisesDangersThatTheRulesWereNotWrittenFor() async throws {
    Self.check(
      try await Self.evaluation("development.jsonl", \.isHeld), rows: 150, recognised: 0.95, falseAlarms: 0.01)
    Self.check(try await Self.evaluation("untouched.jsonl"), rows: 950, recognised: 0.97, falseAlarms: 0.01)
    Self.check(try await Self.evaluation("untouched-second.jsonl"), rows: 650, recognised: 0.94, falseAlarms: 0.025)
    Self.check(try await Self.evaluation("untouched-third.jsonl"), rows: 560, recognised: 0.96, falseAlarms: 0.025)
    Self.check(try await Self.evaluation("untouched-fourth.jsonl"), rows: 680, recognised: 0.88, falseAlarms: 0.045)
    // Half of these dangers are mentioned in passing.
    Self.check(try await Self.evaluation("untouched-fifth.jsonl"), rows: 570, recognised: 0.81, falseAlarms: 0.04)
    // Two authors who wrote no example; one of them names dangers at the end of long messages.
    Self.check(try await Self.evaluation("untouched-sixth.jsonl"), rows: 800, recognised: 0.87, falseAlarms: 0.035)
    // Three more; half of their dangers are mentioned in passing.
    Self.check(try await Self.evaluation("untouched-seventh.jsonl"), rows: 1200, recognised: 0.84, falseAlarms: 0.03)
    // Dangers in passing, without any word for them: "do i still have to log it if it didnt stay down".
    Self.check(try await Self.evaluation("indirect.jsonl"), rows: 4000, recognised: 0.66, falseAlarms: 0.05)
  }

  /// Messages of conversations, none of which shows a danger: "gf has gone off tuna". Those of the last file have the words of
  /// dangers in seven languages.
  @Test(arguments: [
    ("untouched-conversations.jsonl", 1500, 0.01), ("untouched-conversations-second.jsonl", 330, 0.02),
    ("untouched-conversations-third.jsonl", 340, 0.02), ("untouched-requests.jsonl", 1160, 0.04),
    ("untouched-changes.jsonl", 860, 0.03), ("untouched-conversations-fourth.jsonl", 480, 0.02),
    ("untouched-requests-second.jsonl", 1690, 0.04), ("untouched-conversations-sixth.jsonl", 1260, 0.015),
    ("untouched-conversations-seventh.jsonl", 1300, 0.015), ("untouched-conversations-eighth.jsonl", 1290, 0.02),
    ("untouched-conversations-ninth.jsonl", 1400, 0.015), ("Safety/untouched-harmless.jsonl", 1160, 0.055),
  ])
  func takesFewMessagesOfConversationsForDangers(_ file: String, _ least: Int, _ ceiling: Double) async throws {
    let stage = SafetyStage()
    var (messages, findings) = (0, [String]())
    for line in try CorpusFile.lines(file) {
      var turns = [line]
      if case .array(let several)? = line["turns"] { turns = several }
      let said = turns.compactMap { ($0["say"] ?? $0).stringValue }
      messages += said.count
      findings += said.indices.filter { index in
        stage.verdict(on: said[index], after: Array(said[..<index])).finding != nil
      }.map { said[$0] }
      await Task.yield()
    }
    #expect(messages > least && Double(findings.count) <= ceiling * Double(messages), "\(findings)")
  }
}
