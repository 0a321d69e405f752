import Logging
import Runtime

/// Stores log lines as `level message field=value …`, with the fields in the order of their names.
final class LogRecorder: Sendable {
  private let kept = Locked<[String]>([])

  var lines: [String] { kept.withLock { $0 } }
  var logger: Logger { Logger(label: "test") { _ in Handler(recorder: self) } }

  private struct Handler: LogHandler {
    let recorder: LogRecorder
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let fields = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      recorder.kept.withLock { $0.append("\(event.level) \(event.message) \(fields.joined(separator: " "))") }
    }
  }
}
