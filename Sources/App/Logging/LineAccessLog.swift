import Bytes
import JSONCodec
import Web

/// Writes the lines of answered requests, the same as `LineLogHandler` would, without making a string for each part.
struct LineAccessLog: AccessLog {
  let threshold: LogThreshold
  let format: LogLine.Format
  let writer: LogWriter

  var isOn: Bool { threshold.letsInfoThrough }

  func append(_ record: AccessRecord, to lines: inout [UInt8]) {
    switch format {
    case .text: appendText(record, to: &lines)
    case .json: appendJSON(record, to: &lines)
    }
  }

  func write(_ lines: [UInt8], count: Int) { writer.append(lines, count: count) }

  /// Names in their order, as in every line.
  private func appendText(_ record: AccessRecord, to lines: inout [UInt8]) {
    lines += record.time.utf8
    lines += " info request client=".utf8
    appendWord(record.client, to: &lines)
    lines += " duration_ms=".utf8
    Self.append(record.duration, to: &lines)
    lines += " method=".utf8
    appendWord(record.method, to: &lines)
    lines += " path=".utf8
    appendWord(Self.shortened(record.path), to: &lines)
    lines += " request_id=".utf8
    appendWord(record.requestID, to: &lines)
    lines += " status=".utf8
    Self.append(Int64(record.status), to: &lines)
    lines.append(UInt8(ascii: "\n"))
  }

  private func appendJSON(_ record: AccessRecord, to lines: inout [UInt8]) {
    lines += #"{"client":"#.utf8
    appendString(record.client, to: &lines)
    lines += #","duration_ms":""#.utf8
    Self.append(record.duration, to: &lines)
    lines += #"","level":"info","message":"request","method":"#.utf8
    appendString(record.method, to: &lines)
    lines += #","path":"#.utf8
    appendString(Self.shortened(record.path), to: &lines)
    lines += #","request_id":"#.utf8
    appendString(record.requestID, to: &lines)
    lines += #","status":""#.utf8
    Self.append(Int64(record.status), to: &lines)
    lines += #"","time":"#.utf8
    appendString(record.time, to: &lines)
    lines += "}\n".utf8
  }

  private func appendWord(_ text: String, to lines: inout [UInt8]) {
    if LogLine.isPlain(text) { lines += text.utf8 } else { lines += LogLine.quoted(text).utf8 }
  }

  private func appendString(_ text: String, to lines: inout [UInt8]) {
    guard LogLine.isPlain(text) else {
      lines += JSONValue.string(text).encoded
      return
    }
    lines.append(UInt8(ascii: "\""))
    lines += text.utf8
    lines.append(UInt8(ascii: "\""))
  }

  private static func shortened(_ path: String) -> String {
    path.utf8.count <= maxPathCharacters ? path : String(path.prefix(maxPathCharacters))
  }

  private static let maxPathCharacters = 200

  /// - Parameter number: not negative.
  private static func append(_ number: Int64, to lines: inout [UInt8]) {
    var place: UInt64 = 1
    while number.magnitude / place >= 10 { place *= 10 }
    // From the first digit on: reversing a slice would copy the whole array.
    while place > 0 {
      lines.append(UInt8(0x30 + number.magnitude / place % 10))
      place /= 10
    }
  }

  /// Milliseconds with one to three digits behind the point.
  private static func append(_ duration: Duration, to lines: inout [UInt8]) {
    let parts = max(.zero, duration).components
    let microseconds = (parts.attoseconds + 500_000_000_000) / 1_000_000_000_000
    let (seconds, overflow) = parts.seconds.multipliedReportingOverflow(by: 1_000_000)
    let (total, over) = (overflow ? 0 : seconds).addingReportingOverflow(microseconds)
    append(over ? 0 : total / 1000, to: &lines)
    lines.append(UInt8(ascii: "."))
    var fraction = over ? 0 : total % 1000
    var place: Int64 = 100
    repeat {
      lines.append(UInt8(0x30 + fraction / place))
      fraction %= place
      place /= 10
    } while fraction > 0 && place > 0
  }
}
