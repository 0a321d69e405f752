import Bytes
import Testing

@testable import Administration

@Suite struct RecentEventsTests {
  private static func event(_ number: Int, _ message: String = "x") -> RecentEvents.Event {
    .init(time: Timestamp(milliseconds: Int64(number)), level: "warning", message: message, fields: [("a", "b")])
  }

  @Test func keepsTheNewestEventsWithinTheBound() throws {
    let events = RecentEvents()
    for number in 0..<10_000 { events.append(Self.event(number, String(repeating: "m", count: number % 900))) }
    let kept = events.newestFirst
    #expect(kept.first?.time.milliseconds == 9999)
    let numbers = kept.map { Int($0.time.milliseconds) }
    #expect(numbers == Array((10_000 - kept.count..<10_000).reversed()))
    let bytes = kept.reduce(0) { $0 + $1.message.utf8.count }
    #expect(bytes <= RecentEvents.maxBytes && bytes > RecentEvents.maxBytes / 4)
  }

  @Test func cutsLongTextsBetweenCharacters() throws {
    let events = RecentEvents()
    let long = String(repeating: "é", count: 10_000)
    events.append(.init(time: Timestamp(milliseconds: 0), level: "error", message: long, fields: [("n", long)]))
    let event = try #require(events.newestFirst.first)
    #expect(event.message.utf8.count == RecentEvents.maxTextBytes && event.message.allSatisfy { $0 == "é" })
    #expect(event.fields.first?.value.utf8.count == RecentEvents.maxTextBytes)
  }

  @Test func keepsAFewFieldsOfAnEvent() throws {
    let events = RecentEvents()
    let fields = (0..<1000).map { (name: "n\($0)", value: String(repeating: "v", count: 2000)) }
    for number in 0..<10 {
      events.append(
        .init(time: Timestamp(milliseconds: Int64(number)), level: "error", message: "m", fields: fields))
    }
    let kept = events.newestFirst
    #expect(kept.count == 1 && kept[0].fields.count == RecentEvents.maxFields)
  }
}
