import Bytes
import JSONCodec
import Web

/// Writes the lines of answered requests, the same as `LineLogHandler` would, without making a string for each part.
final class LineAccessLog: AccessLog {
  let threshold: LogThreshold
  let format: LogLine.Format
  let writer: LogWriter

  init(threshold: LogThreshold, format: LogLine.Format, writer: LogWriter) {
    self.threshold = threshold
    self.format = format
    self.writer = writer
  }

  var isOn: Bool { threshold.letsInfoThrough }

  func write(_ lines: [UInt8], count: Int) { writer.append(lines, count: count) }

  func append(_ record: borrowing AccessRecord, to lines: inout [UInt8]) {
    let values = Values(record, format)
    lines.append(upTo: values.size + Self.maxOwnBytes) { line in
      switch format {
      case .text: Self.appendText(record, values, to: &line)
      case .json: Self.appendJSON(record, values, to: &line)
      }
    }
  }

  /// What came from the client, in the form of the log; the rest is words of the server's own.
  private struct Values {
    var client: String
    var method: String
    var path: String

    init(_ record: borrowing AccessRecord, _ format: LogLine.Format) {
      let path =
        record.path.utf8.count <= maxPathCharacters ? record.path : String(record.path.prefix(maxPathCharacters))
      client = Self.escaped(record.client, format)
      method = Self.escaped(record.method, format)
      self.path = Self.escaped(path, format)
    }

    var size: Int { client.utf8.count + method.utf8.count + path.utf8.count }

    private static func escaped(_ text: String, _ format: LogLine.Format) -> String {
      if LogLine.isPlain(text) { return text }
      guard format == .json else { return LogLine.quoted(text) }
      // The quotes around it are written with the names.
      return String(decoding: JSONValue.string(text).encoded.dropFirst().dropLast(), as: UTF8.self)
    }
  }

  private static let maxPathCharacters = 200
  /// More than names, time, duration, id and status of a line take.
  private static let maxOwnBytes = 400

  /// Names in their order, as in every line.
  private static func appendText(_ record: borrowing AccessRecord, _ values: Values, to line: inout ByteWriter) {
    line.append(record.time)
    line.append(" info request client=")
    line.append(values.client)
    line.append(" duration_ms=")
    append(record.duration, to: &line)
    line.append(" method=")
    line.append(values.method)
    line.append(" path=")
    line.append(values.path)
    line.append(" request_id=")
    line.append(record.requestID)
    line.append(" status=")
    line.append(Int64(record.status))
    line.append("\n")
  }

  private static func appendJSON(_ record: borrowing AccessRecord, _ values: Values, to line: inout ByteWriter) {
    line.append(#"{"client":""#)
    line.append(values.client)
    line.append(#"","duration_ms":""#)
    append(record.duration, to: &line)
    line.append(#"","level":"info","message":"request","method":""#)
    line.append(values.method)
    line.append(#"","path":""#)
    line.append(values.path)
    line.append(#"","request_id":""#)
    line.append(record.requestID)
    line.append(#"","status":""#)
    line.append(Int64(record.status))
    line.append(#"","time":""#)
    line.append(record.time)
    line.append("\"}\n")
  }

  /// Milliseconds with one to three digits behind the point.
  private static func append(_ duration: Duration, to line: inout ByteWriter) {
    let total = microseconds(duration)
    line.append(total / 1000)
    line.append(byte: UInt8(ascii: "."))
    var fraction = total % 1000
    var place: Int64 = 100
    repeat {
      line.append(byte: UInt8(0x30 + fraction / place))
      fraction %= place
      place /= 10
    } while fraction > 0 && place > 0
  }

  /// Rounded; 0 for what is negative or beyond all reason.
  private static func microseconds(_ duration: Duration) -> Int64 {
    // In most cases one that fits 64 bits, where dividing takes a fraction of the time.
    if let short = Int64(exactly: duration.attoseconds), short < .max - 500_000_000_000 {
      return max(0, short + 500_000_000_000) / 1_000_000_000_000
    }
    guard duration > .zero else { return 0 }
    return Int64(exactly: (duration.attoseconds + 500_000_000_000) / 1_000_000_000_000) ?? 0
  }
}
