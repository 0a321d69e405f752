import Bytes
import Testing

@Suite struct TimestampTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-01-15T12:00:00Z", 1_768_478_400_000),
      ("2026-01-15T14:30:00+02:30", 1_768_478_400_000), ("2026-01-15T00:00:00-12:00", 1_768_478_400_000),
      ("2026-01-15t12:00:00z", 1_768_478_400_000), ("2026-01-15 12:00:00Z", 1_768_478_400_000),
      ("2026-01-15T12:00:00.5Z", 1_768_478_400_500), ("2026-01-15T12:00:00.123456789Z", 1_768_478_400_123),
      ("2026-01-15T12:00:00.0009Z", 1_768_478_400_000), ("1969-12-31T23:59:59.999Z", -1),
      ("2016-12-31T23:59:60Z", 1_483_228_799_000), ("2024-02-29T00:00:00Z", 1_709_164_800_000),
      ("2000-02-29T00:00:00Z", 951_782_400_000), ("0000-01-01T00:00:00Z", -62_167_219_200_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999), ("2026-01-15T12:00:00-00:00", 1_768_478_400_000),
    ] as [(String, Int64)])
  func reads(_ text: String, _ milliseconds: Int64) {
    #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
  }

  @Test(
    arguments: [
      "", "Z", "2026", "2026-01-15", "2026-01-15T12:00:00", "2026-01-15T12:00Z", "2026-1-15T12:00:00Z",
      "20260115T120000Z", "2026-01-15T12:00:00.Z", "2026-01-15T12:00:00,5Z", "2026-01-15T12:00:00+0200",
      "2026-01-15T12:00:00+02", "2026-01-15T12:00:00+24:00", "2026-01-15T12:00:00+00:60", "2026-01-15T12:00:00ZZ",
      "2026-01-15T12:00:00Z ", " 2026-01-15T12:00:00Z", "2026-01-15T12:00:00Z\n", "2026-01-15T24:00:00Z",
      "2026-01-15T12:60:00Z", "2026-01-15T12:00:61Z", "2026-00-15T12:00:00Z", "2026-13-15T12:00:00Z",
      "2026-01-00T12:00:00Z", "2026-01-32T12:00:00Z", "2026-04-31T12:00:00Z", "2025-02-29T00:00:00Z",
      "1900-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "+2026-01-15T12:00:00Z", "-2026-01-15T12:00:00Z",
      "12026-01-15T12:00:00Z", "2026-01-15T12:00:00 Z", "2026-01-15T-1:00:00Z", "2026-01-15T12:00:00.5+2:00",
      "\u{FF12}026-01-15T12:00:00Z", "2026\u{2010}01-15T12:00:00Z", "2026-01-15\0T12:00:00Z", "1768478400",
      // Outside of four-digit years after the offset is subtracted.
      "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
      "2026-01-15T12:00:00." + String(repeating: "0", count: 43) + "Zgarbage",
      "2026-01-15T12:00:00." + String(repeating: "0", count: 100) + "Z",
    ])
  func refuses(_ text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("2026-01-15", 1_768_435_200), ("1969-12-31", -86400), ("2024-02-29", 1_709_164_800),
  ])
  func readsADate(_ text: String, _ seconds: Int64) {
    #expect(Timestamp(date: text)?.seconds == seconds)
    #expect(Timestamp(date: text)?.date == text)
  }

  @Test(arguments: ["", "2026-1-1", "2026-02-30", "2026-01-15T", "2026-01-15 ", "26-01-15", "2026/01/15", "0000-00-00"])
  func rejectsInvalidDates(_ text: String) {
    #expect(Timestamp(date: text) == nil)
  }

  /// RFC 9110 §5.6.7 for the first; the others by `date -u`.
  @Test(
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_827_696, "Tue, 29 Feb 2000 12:34:56 GMT"),
      (4_102_444_800, "Fri, 01 Jan 2100 00:00:00 GMT"),
    ] as [(Int64, String)])
  func writesTheDateOfHTTP(_ seconds: Int64, _ text: String) {
    #expect(Timestamp(seconds: seconds).httpDate == text)
  }

  @Test func parsesEveryDayOfFourCenturies() {
    var day = Timestamp(date: "1899-12-31")?.seconds ?? 0
    var previous = ""
    for _ in 0..<146_100 {
      let text = Timestamp(seconds: day).date
      #expect(text > previous && Timestamp(date: text)?.seconds == day)
      previous = text
      day += 86400
    }
  }

  @Test func writesTheNearestRepresentableTime() {
    #expect(Timestamp(milliseconds: .min).rfc3339 == "0000-01-01T00:00:00Z")
    #expect(Timestamp(milliseconds: -62_167_219_200_001).rfc3339 == "0000-01-01T00:00:00Z")
    #expect(Timestamp(milliseconds: 253_402_300_800_000).rfc3339 == "9999-12-31T23:59:59Z")
    #expect(Timestamp(milliseconds: .max).rfc3339 == "9999-12-31T23:59:59Z")
  }

  @Test func dropsFractionsTowardsThePast() {
    #expect(Timestamp(milliseconds: 1999).rfc3339 == "1970-01-01T00:00:01Z")
    #expect(Timestamp(milliseconds: -1).rfc3339 == "1969-12-31T23:59:59Z")
    #expect(Timestamp(milliseconds: -1000).seconds == -1)
    #expect(Timestamp(milliseconds: -1001).seconds == -2)
  }

  @Test func saturatesInsteadOfTrapping() {
    #expect(Timestamp(seconds: .max).milliseconds == .max)
    #expect(Timestamp(seconds: .min).milliseconds == .min)
    #expect(Timestamp(milliseconds: .min).seconds == .min / 1000 - 1)
    #expect(Timestamp(milliseconds: .max).advanced(by: .seconds(1)).milliseconds == .max)
    #expect(Timestamp(milliseconds: .min).advanced(by: .seconds(-1)).milliseconds == .min)
    #expect(Timestamp(seconds: 0).advanced(by: .seconds(Int64.max)).milliseconds == .max)
    for extreme in [Timestamp(milliseconds: .min), Timestamp(milliseconds: .max)] {
      #expect(extreme.httpDate.hasSuffix(" GMT") && extreme.rfc3339.hasSuffix("Z"))
    }
  }
}
