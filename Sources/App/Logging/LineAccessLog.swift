import Bytes
import HTTPServer
import JSONCodec

/// The access log: one line for each response, in the format of `LineLogHandler` but without a string for each part.
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
    let path =
      record.path.utf8.count <= Self.maxPathCharacters
      ? record.path : String(record.path.prefix(Self.maxPathCharacters))
    if LogLine.isPlain(record.client), LogLine.isPlain(record.method), LogLine.isPlain(path) {
      append(record, record.client, record.method, path, to: &lines)
    } else {
      append(record, escaped(record.client), escaped(record.method), escaped(path), to: &lines)
    }
  }

  private func escaped(_ text: String) -> String {
    guard format == .json else { return LogLine.quoted(text) }
    // The names' literals contain the quotes.
    return String(decoding: JSONValue.string(text).encoded.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Appends a record whose client, method and path are escaped already.
  private func append(
    _ record: borrowing AccessRecord, _ client: String, _ method: String, _ path: String, to lines: inout [UInt8]
  ) {
    let size = client.utf8.count + method.utf8.count + path.utf8.count + Self.maxOwnBytes
    lines.append(upTo: size) { line in
      switch format {
      case .text: Self.appendText(record, client, method, path, to: &line)
      case .json: Self.appendJSON(record, client, method, path, to: &line)
      }
    }
  }

  private static let maxPathCharacters = 200
  /// An upper bound for the names, time, duration, id and status of a line.
  private static let maxOwnBytes = 400

  /// Fields in alphabetical order, as in every line.
  private static func appendText(
    _ record: borrowing AccessRecord, _ client: String, _ method: String, _ path: String, to line: inout ByteWriter
  ) {
    line.append(record.time)
    line.append(" info request client=")
    line.append(client)
    line.append(" duration_ms=")
    appendMilliseconds(record.nanoseconds, to: &line)
    line.append(" method=")
    line.append(method)
    line.append(" path=")
    line.append(path)
    line.append(" request_id=")
    line.append(record.requestID)
    line.append(" status=")
    line.append(Int64(record.status))
    line.append("\n")
  }

  private static func appendJSON(
    _ record: borrowing AccessRecord, _ client: String, _ method: String, _ path: String, to line: inout ByteWriter
  ) {
    line.append(#"{"client":""#)
    line.append(client)
    line.append(#"","duration_ms":""#)
    appendMilliseconds(record.nanoseconds, to: &line)
    line.append(#"","level":"info","message":"request","method":""#)
    line.append(method)
    line.append(#"","path":""#)
    line.append(path)
    line.append(#"","request_id":""#)
    line.append(record.requestID)
    line.append(#"","status":""#)
    line.append(Int64(record.status))
    line.append(#"","time":""#)
    line.append(record.time)
    line.append("\"}\n")
  }

  /// Milliseconds, rounded, with one to three decimals; 0 for negative values.
  private static func appendMilliseconds(_ nanoseconds: Int64, to line: inout ByteWriter) {
    let total = (max(0, min(nanoseconds, .max - 500)) + 500) / 1000
    line.append(total / 1000)
    line.append(byte: UInt8(ascii: "."))
    let fraction = total % 1000
    line.append(byte: UInt8(truncatingIfNeeded: 0x30 + fraction / 100))
    if fraction % 100 > 0 { line.append(byte: UInt8(truncatingIfNeeded: 0x30 + fraction / 10 % 10)) }
    if fraction % 10 > 0 { line.append(byte: UInt8(truncatingIfNeeded: 0x30 + fraction % 10)) }
  }
}
