import Evaluation
import JSONCodec
import Testing
import TextModels

@testable import Coach

/// Remarks of an author who wrote no example and hides good and bad news in dry words.
@Suite struct RemarkTests {
  private static func remark(_ text: String) -> Remark? {
    let best = Remark.likeliest(
      Utterance(text), PlanRequest.circumstances(.generalWellness, planned: nil, isLast: false, isFirst: false))
    return best.flatMap { $0.margin >= Remark.least.alone ? $0.remark : nil }
  }

  @Test func congratulatesFewPeopleOnBadNews() throws {
    var counts: [String: [Remark?: Int]] = [:]
    for line in try CorpusFile.lines("untouched-remarks.jsonl") {
      guard case .array(let turns)? = line["turns"], let turn = turns.first, let text = turn["say"]?.stringValue,
        let wanted = turn["remark"]?.stringValue
      else { continue }
      counts[wanted, default: [:]][Self.remark(text), default: 0] += 1
    }
    let (glad, sorry) = (counts["glad"] ?? [:], counts["sorry"] ?? [:])
    #expect(glad.values.reduce(0, +) == 100 && sorry.values.reduce(0, +) == 200)
    #expect(sorry[.glad, default: 0] <= 40 && glad[.sorry, default: 0] <= 10, "\(counts)")
    #expect(sorry[.sorry, default: 0] >= 60, "\(counts)")
  }

  @Test(arguments: [
    ("my dog died on sunday and the house is so quiet", Remark.sorry),
    ("they cancelled my class again, third week", .sorry),
    ("ran my first 5k without walking!! so happy", .glad),
    ("new personal best on the rower, over the moon", .glad),
  ])
  func distinguishesGoodFromBad(_ text: String, _ remark: Remark) { #expect(Self.remark(text) == remark) }
}
