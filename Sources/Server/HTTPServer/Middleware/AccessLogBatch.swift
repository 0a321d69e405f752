/// The access log lines of one loop iteration. Confined to its loop's thread.
struct AccessLogBatch {
  private let log: (any AccessLog)?
  private var lines: [UInt8] = []
  private var count = 0

  init(_ log: (any AccessLog)?) { self.log = log }

  /// Whether responses are logged now.
  var isOn: Bool { log?.isOn ?? false }

  mutating func append(_ record: borrowing AccessRecord) {
    log?.append(record, to: &lines)
    count += 1
  }

  /// Writes the lines. Called at the end of each iteration.
  mutating func flush() {
    guard count > 0 else { return }
    log?.write(lines, count: count)
    lines.removeAll(keepingCapacity: true)
    count = 0
  }
}
