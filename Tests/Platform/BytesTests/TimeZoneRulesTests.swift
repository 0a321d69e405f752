import Foundation
import TestSupport
import Testing

@testable import Bytes

/// Offsets, dates and starts of days in time zones.
@Suite struct TimeZoneRulesTests {
  private static let folder = "/usr/share/zoneinfo"
  private static let hasDatabase = FileManager.default.fileExists(atPath: folder + "/Europe/Berlin")

  private static func moment(_ text: String) throws -> Timestamp { try #require(Timestamp(rfc3339: text)) }

  @Test(arguments: [
    ("Z", "UTC", 0), ("+00:00", "+00:00", 0), ("-00:00", "+00:00", 0), ("+09:00", "+09:00", 32400),
    ("-0330", "-03:30", -12600), ("+9", "+09:00", 32400), ("-08", "-08:00", -28800), ("+14:00", "+14:00", 50400),
  ])
  func parsesOffsets(_ text: String, name: String, seconds: Int64) throws {
    let zone = try #require(TimeZoneRules(offset: text))
    #expect(zone.name == name)
    #expect(zone.offset(at: Timestamp(seconds: 0)) == seconds)
  }

  @Test(arguments: [
    "", "+", "9", "09:00", "+09:0", "+9:00", "+090", "+09:60", "+15:01", "+99:00", "+09:00:00", "+-9", "+09 00",
    "UTC+9",
    "++09:00", "+:0900", "+٠٩:٠٠", "z",
  ])
  func refusesOtherOffsets(_ text: String) { #expect(TimeZoneRules(offset: text) == nil) }

  @Test(arguments: [
    ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T06:59:59Z", -18000),
    ("EST5EDT,M3.2.0,M11.1.0", "2026-03-08T07:00:00Z", -14400),
    ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T05:59:59Z", -14400),
    ("EST5EDT,M3.2.0,M11.1.0", "2026-11-01T06:00:00Z", -18000),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3600),
    // The southern summer spans the turn of the year.
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00:00Z", 39600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01T00:00:00Z", 36000),
    // Ireland: "daylight saving" in winter.
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3600),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T00:00:00Z", 0),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-07-01T00:00:00Z", -3600), ("JST-9", "2026-07-01T00:00:00Z", 32400),
    ("<+0545>-5:45", "2026-07-01T00:00:00Z", 20700), ("A BC3", "", 0), ("EST5EDT", "", 0),
    ("EST5EDT,M13.1.0,M11.1.0", "", 0),
    ("EST5EDT,J60,J300", "2028-03-01T06:59:59Z", -18000), ("EST5EDT,J60,J300", "2028-03-01T07:00:00Z", -14400),
    ("EST5EDT,59,299", "2028-02-29T07:00:00Z", -14400), ("", "", 0), ("EST", "", 0), ("EST5EDT,M3.2.0,M11.1.0x", "", 0),
  ])
  func appliesRules(_ rule: String, at text: String, offset: Int64) throws {
    let zone = TimeZoneRules(name: "x", rule: rule)
    guard !text.isEmpty else {
      #expect(zone == nil)
      return
    }
    #expect(try #require(zone).offset(at: try Self.moment(text)) == offset)
  }

  @Test(
    .enabled(if: hasDatabase),
    arguments: [
      ("Asia/Tokyo", "2026-01-15", "2026-01-14T15:00:00Z"),
      ("America/Los_Angeles", "2026-01-15", "2026-01-15T08:00:00Z"),
      // 23 and 25 hours.
      ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z"), ("Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00Z"),
      ("Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z"), ("Europe/Berlin", "2026-10-26", "2026-10-25T23:00:00Z"),
      // No midnight: clocks go from 00:00 to 01:00.
      ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00Z"),
      ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),
      // Two midnights: clocks go from 01:00 to 00:00, and from 00:00 to 23:00 of the day before.
      ("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z"),
      ("America/Sao_Paulo", "2018-02-18", "2018-02-18T03:00:00Z"),
      // A day that does not exist begins with the next one.
      ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z"), ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z"),
      // After the listed transitions.
      ("Europe/Berlin", "2080-07-01", "2080-06-30T22:00:00Z"),
    ])
  func startsDays(_ name: String, day: String, at text: String) throws {
    let zone = try Self.zone(name)
    let start = zone.start(ofDay: try #require(Timestamp(date: day)))
    #expect(start.rfc3339 == text)
    #expect(zone.date(of: start) >= day)
    #expect(zone.date(of: start.advanced(by: .milliseconds(-1))) < day)
  }

  /// Every zone of the database has the offsets and days that Foundation computes, until its own tables may be older.
  @Test(.enabled(if: hasDatabase)) func agreesWithFoundation() throws {
    var generator = SeededGenerator(seed: 7)
    var compared = 0
    for name in Foundation.TimeZone.knownTimeZoneIdentifiers.sorted() {
      guard let zone = try? Self.zone(name), let other = Foundation.TimeZone(identifier: name) else { continue }
      compared += 1
      for _ in 0..<200 {
        let moment = Timestamp(seconds: Int64.random(in: 0..<1_577_836_800, using: &generator))
        let expected = other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment.seconds)))
        #expect(zone.offset(at: moment) == Int64(expected), "\(name) at \(moment.rfc3339)")
        let start = zone.start(ofDay: zone.day(of: moment))
        #expect(start <= moment && moment.since(start) < .seconds(25 * 3600))
        #expect(zone.date(of: start) == zone.date(of: moment), "\(name) at \(moment.rfc3339)")
        #expect(zone.date(of: start.advanced(by: .milliseconds(-1))) < zone.date(of: moment))
      }
    }
    #expect(compared > 300)
  }

  /// The rule at the end of a file continues its list.
  @Test(.enabled(if: hasDatabase), arguments: ["Europe/Berlin", "America/New_York", "Australia/Sydney", "Asia/Tokyo"])
  func rulesContinueTheList(_ name: String) throws {
    let zone = try Self.zone(name)
    let recurrence: TimeZoneRecurrence = try #require(zone.recurrence)
    let ruled = TimeZoneRules(name: name, standard: zone.standard, recurrence: recurrence)
    for day in stride(from: Int64(1_577_836_800), to: 2_145_916_800, by: 43_200) {
      #expect(zone.offset(at: Timestamp(seconds: day)) == ruled.offset(at: Timestamp(seconds: day)))
    }
  }

  @Test(.enabled(if: hasDatabase)) func survivesDamagedFiles() throws {
    let file = try Self.file("America/New_York")
    for length in 0..<file.count { _ = TimeZoneRules(file: Array(file.prefix(length)), name: "x") }
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2000 {
      var damaged = file
      for _ in 0..<3 {
        damaged[Int.random(in: 0..<file.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = TimeZoneRules(file: damaged, name: "x")?.offset(at: Timestamp(seconds: 1_000_000_000))
    }
    #expect(TimeZoneRules(file: [], name: "x") == nil)
    #expect(TimeZoneRules(file: Array("TZif".utf8), name: "x") == nil)
  }

  private static func file(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
  }

  private static func zone(_ name: String) throws -> TimeZoneRules {
    try #require(TimeZoneRules(file: try file(name), name: name))
  }
}
