import JSONCodec
import Testing
import TextModels

@testable import Coach

/// Single messages by several authors that were only counted, with the class of each.
@Suite struct RequestTests {
  /// Compares what is found in the messages of a file with their classes.
  /// - Parameters:
  ///   - key: the field of the class, which is `none` for a message in which nothing must be found.
  ///   - floor: the least share of the messages of other classes in which it is found.
  ///   - ceiling: the largest share of the messages of the class `none`.
  private static func check(
    _ file: String, _ key: String, found floor: Double, mistaken ceiling: Double, _ finds: (String) -> Bool
  ) throws {
    var counts = (meant: 0, found: 0, others: 0, mistaken: 0)
    for line in try CorpusFile.lines(file) {
      let finds = finds(try #require(line["say"]?.stringValue))
      if line[key]?.stringValue == TextClassifier.none {
        counts.others += 1
        counts.mistaken += finds ? 1 : 0
      } else {
        counts.meant += 1
        counts.found += finds ? 1 : 0
      }
    }
    #expect(counts.meant > 160 && Double(counts.found) >= floor * Double(counts.meant), "\(counts)")
    #expect(counts.others > 170 && Double(counts.mistaken) <= ceiling * Double(counts.others), "\(counts)")
  }

  /// From the middle of conversations: two in five mean a plan, but most of them do not name one; the others mean none, and many
  /// name one.
  @Test(arguments: [("untouched-requests.jsonl", 0.87, 0.10), ("untouched-requests-second.jsonl", 0.87, 0.09)])
  func findsRequestsForPlans(_ file: String, _ floor: Double, _ ceiling: Double) throws {
    let coach = BuiltInCoach()
    try Self.check(file, "plan", found: floor, mistaken: ceiling) { message in
      let reply = coach.reply(to: CoachTurn(message: message, persona: .generalWellness))
      return !reply.templates.isEmpty || reply.state.asked == .planKind
    }
  }

  /// After a plan.
  @Test func findsChangesOfAPlan() throws {
    let afterAPlan = PlanRequest.circumstances(.nutritionist, planned: "meal", isLast: true, isFirst: false)
    try Self.check("untouched-changes.jsonl", "change", found: 0.87, mistaken: 0.28) { message in
      PlanRequest(Utterance(message), afterAPlan).margin >= 0
    }
  }
}
