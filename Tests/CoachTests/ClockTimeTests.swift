import HealthModels
import Testing

/// Clock times in words.
@Suite struct ClockTimeTests {
  @Test(arguments: [
    (["6"], 6, 0, 1, false), (["6.15", "am"], 6, 15, 1, false), (["7", "15", "pm"], 7, 15, 2, false),
    (["3.5", "km"], 3, 5, 1, true), (["8", "kg"], 8, 0, 1, false),
  ])
  func readsATime(_ words: [String], _ hour: Int, _ minute: Int, _ count: Int, _ isDecimal: Bool) throws {
    let time = try #require(TimeOfDay.read(words[...]))
    #expect((time.hour, time.minute, time.words, time.isDecimal) == (hour, minute, count, isDecimal))
  }

  @Test func aWordIsNoTime() { #expect(TimeOfDay.read(["noon"]) == nil && TimeOfDay.read([]) == nil) }
}
