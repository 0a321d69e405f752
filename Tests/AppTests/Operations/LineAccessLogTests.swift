import Bytes
import Glibc
import HTTPServer
import Logging
import Testing

@testable import App

@Suite struct LineAccessLogTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var path: String
    var nanoseconds: Int64
    var shown: String
    var method = "GET"
    var testDescription: String { "\(method) \(path) \(nanoseconds)" }
  }

  static let rows = [
    Row(path: "/health", nanoseconds: 123_000, shown: "0.123"),
    Row(path: "/", nanoseconds: 0, shown: "0.0"),
    Row(path: "/a", nanoseconds: 1_499, shown: "0.001"),
    Row(path: "/a", nanoseconds: 1_500, shown: "0.002"),
    Row(path: "/a", nanoseconds: 120_000_000, shown: "120.0"),
    Row(path: "/a", nanoseconds: 1_120_000, shown: "1.12"),
    Row(path: "/a", nanoseconds: 1_000_000, shown: "1.0"),
    Row(path: "/a", nanoseconds: 10_050_000, shown: "10.05"),
    Row(path: "/a", nanoseconds: 61_001_500_000, shown: "61001.5"),
    Row(path: "/a", nanoseconds: 999_999_999, shown: "1000.0"),
    Row(path: "/a", nanoseconds: -1_000_000_000, shown: "0.0"),
    Row(path: "/a", nanoseconds: .max, shown: "9223372036854.775"),
    Row(path: "/a b", nanoseconds: 0, shown: "0.0"),
    Row(path: "/a\nINFO forged", nanoseconds: 0, shown: "0.0"),
    Row(path: "/\u{202E}\"=\\", nanoseconds: 0, shown: "0.0", method: "P%T"),
    Row(path: "/" + String(repeating: "å", count: 300), nanoseconds: 0, shown: "0.0"),
    Row(path: "/" + String(repeating: "a", count: 300), nanoseconds: 0, shown: "0.0"),
  ]

  @Test(arguments: rows, [LogLine.Format.text, .json])
  func writesTheSameLineAsTheLogger(row: Row, format: LogLine.Format) throws {
    let time = Timestamp(seconds: 1_768_478_400)
    let log = LineAccessLog(
      threshold: LogThreshold(.info), format: format, writer: try LogWriter(descriptor: -1))
    #expect(log.isOn)
    var lines = Array("before\n".utf8)
    log.append(
      AccessRecord(
        time: time.rfc3339, requestID: "abc-1f", method: row.method, path: row.path, status: 201,
        nanoseconds: row.nanoseconds, client: "127.0.0.1"), to: &lines)
    let line = LogLine(
      time: time, level: "info", message: "request",
      values: [
        ("client", "127.0.0.1"), ("duration_ms", row.shown), ("method", row.method),
        ("path", String(row.path.prefix(200))), ("request_id", "abc-1f"), ("status", "201"),
      ])
    #expect(String(decoding: lines, as: UTF8.self) == "before\n" + String(decoding: line.bytes(format), as: UTF8.self))
  }

  @Test(arguments: Logger.Level.allCases)
  func aReloadThatRaisesTheLevelEndsTheLines(level: Logger.Level) throws {
    let threshold = LogThreshold(.info)
    let log = LineAccessLog(threshold: threshold, format: .text, writer: try LogWriter(descriptor: -1))
    threshold.level = level
    #expect(log.isOn == (level <= .info))
  }
}
