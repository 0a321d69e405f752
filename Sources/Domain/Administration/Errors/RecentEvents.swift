package import Bytes
import Runtime

/// The newest warnings and errors of the log, in a bounded number of bytes. Any thread.
package final class RecentEvents: Sendable {
  /// One event of the log.
  package struct Event: Sendable {
    /// The time of the event.
    package var time: Timestamp
    /// `warning`, `error` or `critical`.
    package var level: String
    /// The message, at most ``RecentEvents/maxTextBytes``.
    package var message: String
    /// The fields with their values, each at most ``RecentEvents/maxTextBytes``.
    package var fields: [(name: String, value: String)]

    /// Creates an event.
    package init(time: Timestamp, level: String, message: String, fields: [(name: String, value: String)]) {
      self.time = time
      self.level = level
      self.message = message
      self.fields = fields
    }

    /// An upper bound of the memory.
    fileprivate var bytes: Int {
      fields.reduce(128 + message.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 32 }
    }
  }

  /// The bound of all kept events in bytes.
  package static let maxBytes = 64 << 10
  /// The bound of one text in bytes. Longer ones are cut.
  package static let maxTextBytes = 1024
  /// The bound of the fields of one event.
  package static let maxFields = 32

  private struct State {
    /// Oldest first.
    var events: [Event] = []
    var bytes = 0
  }

  private let state = Locked(State())

  /// No events.
  package init() {}

  /// Adds an event and drops the oldest ones beyond the bound.
  package func append(_ event: Event) {
    var event = event
    event.message = Self.cut(event.message)
    event.fields = event.fields.prefix(Self.maxFields).map { (Self.cut($0.name), Self.cut($0.value)) }
    let cut = event
    state.withLock { state in
      state.events.append(cut)
      state.bytes += cut.bytes
      var dropped = 0
      while state.bytes > Self.maxBytes {
        state.bytes -= state.events[dropped].bytes
        dropped += 1
      }
      state.events.removeFirst(dropped)
    }
  }

  /// The kept events, newest first.
  package var newestFirst: [Event] { state.withLock { $0.events.reversed() } }

  /// At most `maxTextBytes`, whole characters.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > maxTextBytes else { return text }
    var bytes = 0
    return String(
      text.prefix { character in
        bytes += character.utf8.count
        return bytes <= maxTextBytes
      })
  }
}
