import Administration
import Bytes
import Logging

/// Creates the server's logger, which writes text or one JSON object a line.
enum ServerLogger {
  /// - Parameters:
  ///   - threshold: the level of all copies of the logger that have no level of their own.
  ///   - events: receives warnings and errors as well; nil if no route shows them.
  static func make(
    _ settings: ServerSettings, to writer: LogWriter, threshold: LogThreshold, events: RecentEvents? = nil
  ) -> Logger {
    let format: LogLine.Format = settings.logsJSON ? .json : .text
    return Logger(label: "hearth") { _ in
      LineLogHandler(threshold: threshold, format: format, writer: writer, events: events)
    }
  }

  /// Creates the access log, which is written while `threshold` is `info` or below.
  static func accessLog(
    _ settings: ServerSettings, to writer: LogWriter, threshold: LogThreshold
  ) -> LineAccessLog {
    LineAccessLog(threshold: threshold, format: settings.logsJSON ? .json : .text, writer: writer)
  }
}

/// Formats log events as lines for the writer.
struct LineLogHandler: LogHandler {
  let threshold: LogThreshold
  private var ownLevel: Logger.Level?
  var metadata: Logger.Metadata = [:]
  let format: LogLine.Format
  let writer: LogWriter
  let events: RecentEvents?

  init(threshold: LogThreshold, format: LogLine.Format, writer: LogWriter, events: RecentEvents? = nil) {
    self.events = events
    self.threshold = threshold
    self.format = format
    self.writer = writer
  }

  var logLevel: Logger.Level {
    get { ownLevel ?? threshold.level }
    set { ownLevel = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let values = metadata.merging(event.metadata ?? [:]) { $1 }.map { ($0.key, "\($0.value)") }
    let line = LogLine(
      time: .now, level: event.level.rawValue, message: "\(event.message)", values: values.sorted { $0.0 < $1.0 })
    writer.append(line.bytes(format))
    guard let events, event.level >= .warning else { return }
    events.append(.init(time: line.time, level: line.level, message: line.message, fields: line.values))
  }
}
