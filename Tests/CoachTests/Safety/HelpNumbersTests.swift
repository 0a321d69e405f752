import HealthModels
import Testing

@testable import Coach

/// Telephone numbers before the replies to dangers.
@Suite struct HelpNumbersTests {
  private static func reply(_ message: String, _ numbers: HelpNumbers) throws -> String {
    try #require(SafetyStage().verdict(on: message).finding).reply(numbers)
  }

  @Test(
    arguments: [
      ("crushing chest pain", "112"), ("I took too many sleeping pills", "030 19240"),
      ("I want to kill myself", "0800 111 0 111"),
    ])
  func theNumberOfTheRegionComesFirst(_ message: String, _ number: String) throws {
    let numbers = try #require(HelpNumbers.byRegion["DE"])
    let reply = try Self.reply(message, numbers)
    #expect(reply.hasPrefix("\u{260E} \(number)"), "\(reply)")
    #expect(
      try Self.reply(message, HelpNumbers()) == reply.split(separator: "\u{2013} ", maxSplits: 1).last.map(String.init))
  }

  @Test func adviceNamesNoEmergencyNumber() throws {
    let reply = try Self.reply("I make myself throw up after dinner", HelpNumbers(emergency: "112"))
    #expect(!reply.hasPrefix("\u{260E}"))
  }

  @Test func theNumbersOfAnOperatorReplaceThoseOfTheRegion() throws {
    let own = HelpNumbers(poison: "555 1234")
    #expect(
      try #require(HelpNumbers.byRegion["US"]).replaced(by: own)
        == HelpNumbers(emergency: "911", poison: "555 1234", crisis: "988"))
  }

  @Test func everyRowIsRead() {
    let rows = CoachTable.regions.bytes.split(separator: UInt8(ascii: "\n")).count - 1
    #expect(HelpNumbers.byRegion.count == rows)
    #expect(HelpNumbers.byRegion.allSatisfy { !$0.value.emergency.isEmpty && $0.key.count == 2 })
    #expect(HelpNumbers.byRegion["XX"] == nil)
  }

  @Test func aTopicThatIsOffIsNotAnswered() {
    let turn = CoachTurn(message: "should I take creatine", persona: .nutritionist)
    #expect(!BuiltInCoach().reply(to: turn).isFallback)
    #expect(BuiltInCoach(topicsOff: ["creatine"]).reply(to: turn).isFallback)
  }
}
