import Logging

/// Makes the server's logger: text, or one JSON object a line, through `writer`.
enum ServerLogger {
  static func make(_ settings: ServerSettings, to writer: LogWriter) -> Logger {
    let format: LogLine.Format = settings.logsJSON ? .json : .text
    var logger = Logger(label: "hearth") { _ in LineLogHandler(format: format, writer: writer) }
    logger.logLevel = settings.logLevel
    return logger
  }
}

/// Formats events and hands them to the writer.
struct LineLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]
  let format: LogLine.Format
  let writer: LogWriter

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let values = metadata.merging(event.metadata ?? [:]) { $1 }.map { ($0.key, "\($0.value)") }
    let line = LogLine(
      time: .now, level: event.level.rawValue, message: "\(event.message)", values: values.sorted { $0.0 < $1.0 })
    writer.append(line.bytes(format))
  }
}
