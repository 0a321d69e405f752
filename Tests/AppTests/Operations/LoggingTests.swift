import Bytes
import Glibc
import Testing

@testable import App

@Suite struct LoggingTests {
  private static let time = Timestamp(rfc3339: "2026-01-15T12:00:00Z") ?? Timestamp(seconds: 0)

  /// Makes two connected ends, which child processes of other tests do not inherit: one of them would keep a reader waiting.
  private static func open(_ ends: UnsafeMutablePointer<Int32>) -> Int32 {
    unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, ends)
  }

  private static func text(_ message: String, _ values: [(String, String)], _ format: LogLine.Format) -> String {
    let line = LogLine(time: time, level: "info", message: message, values: values.map { (name: $0.0, value: $0.1) })
    return String(decoding: line.bytes(format), as: UTF8.self)
  }

  @Test func textHasOneFieldAWord() {
    #expect(
      Self.text("request", [("path", "/a/b"), ("who", "a b"), ("none", "")], .text)
        == "2026-01-15T12:00:00Z info request path=/a/b who=\"a b\" none=\"\"\n")
  }

  @Test(arguments: [
    ("/a\nINFO forged", "\"/a\\nINFO forged\""), ("\u{1B}[2J", "\"\\u{1b}[2J\""), ("a\"b\\", "\"a\\\"b\\\\\""),
    ("x=y", "\"x=y\""), ("\u{202E}evil", "\"\\u{202e}evil\""), ("kåse", "\"kåse\""),
  ])
  func noValueEscapesItsField(value: String, written: String) {
    #expect(Self.text("m", [("v", value)], .text) == "2026-01-15T12:00:00Z info m v=\(written)\n")
  }

  @Test func jsonIsOneObjectALine() {
    #expect(
      Self.text("m\n", [("v", "a\"\n")], .json)
        == #"{"level":"info","message":"m\n","time":"2026-01-15T12:00:00Z","v":"a\"\n"}"# + "\n")
  }

  @Test func aStalledReaderBlocksNoWriterAndReceivesTheDropCount() async throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe Self.open(&ends) == 0)
    let writer = try LogWriter(descriptor: ends[1])
    let line = Array(repeating: UInt8(ascii: "x"), count: 99_999) + [UInt8(ascii: "\n")]
    // More than the pipe and the queue hold together; no call may wait for the reader.
    for _ in 0..<100 { writer.append(line) }
    let reading = Task.detached { [end = ends[0]] in
      var received: [UInt8] = []
      var space = [UInt8](repeating: 0, count: 65536)
      while true {
        let count = unsafe read(end, &space, space.count)
        guard count > 0 else { return received }
        received += space[..<count]
      }
      return received
    }
    #expect(await writer.flush(within: .seconds(60)))
    close(ends[1])
    let received = await reading.value
    #expect(received.count < 100 * line.count)
    #expect(received.count > 9 * line.count)
    #expect(String(decoding: received, as: UTF8.self).contains("log lines were dropped"))
    close(ends[0])
  }

  @Test func aFlushTimesOutIfNobodyReads() async throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe Self.open(&ends) == 0)
    let writer = try LogWriter(descriptor: ends[1])
    writer.append(Array(repeating: UInt8(ascii: "x"), count: 500_000))
    #expect(await writer.flush(within: .milliseconds(20)) == false)
    // The writer's thread ends with the reader's interest.
    var space = [UInt8](repeating: 0, count: 500_000)
    var total = 0
    while total < 500_000 { total += unsafe read(ends[0], &space, space.count) }
    #expect(await writer.flush(within: .seconds(60)))
    close(ends[0])
    close(ends[1])
  }
}
