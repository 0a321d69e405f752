import Bytes
import Foundation
import JSONCodec
import Logging

/// The log of a server, on standard error: text, or one JSON object a line.
enum ServerLogger {
  static func make(_ settings: ServerSettings) -> Logger {
    let logsJSON = settings.logsJSON
    var logger = Logger(label: "hearth") { label in
      if logsJSON { return JSONLogHandler() }
      return StreamLogHandler.standardError(label: label)
    }
    logger.logLevel = settings.logLevel
    return logger
  }
}

/// Writes `{"time", "level", "message", ...metadata}` lines.
struct JSONLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var members = metadata.merging(event.metadata ?? [:]) { $1 }.mapValues { JSONValue.string("\($0)") }
    members["time"] = .string(Ambient.system.now().rfc3339)
    members["level"] = .string(event.level.rawValue)
    members["message"] = .string("\(event.message)")
    FileHandle.standardError.write(Data(JSONValue.object(members).encoded + [UInt8(ascii: "\n")]))
  }
}
