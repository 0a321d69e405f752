/// One event of a `text/event-stream`.
package struct ServerSentEvent: Sendable, Equatable {
  /// The event type; `message` by default.
  package var type: String
  /// The lines of data, joined by LF.
  package var data: String
  /// The last id of the stream up to this event; empty without one.
  package var lastID: String

  /// Creates an event.
  package init(type: String = "message", data: String, lastID: String = "") {
    self.type = type
    self.data = data
    self.lastID = lastID
  }
}

/// An incremental parser of `text/event-stream` (WHATWG HTML §9.2.6).
///
///     stream  = [BOM] *event
///     event   = *(comment / field) end-of-line
///     comment = ":" *any end-of-line
///     field   = name [":" [SP] *any] end-of-line       name: event, data, id, retry; others are ignored
///     end-of-line = CR LF / CR / LF
///
/// Invalid UTF-8 becomes U+FFFD. An event that the end of the stream cuts off is dropped.
package struct ServerSentEvents: Sendable {
  /// An exceeded limit.
  package enum Excess: Error, Equatable, Sendable {
    /// A line is longer than the limit, in bytes.
    case line(limit: Int)
    /// The data of an event is larger than the limit, in bytes.
    case event(limit: Int)
  }

  /// The limit that was exceeded; later bytes are ignored.
  package private(set) var excess: Excess?
  /// The reconnection time of the stream, in milliseconds; nil without one.
  package private(set) var retry: Int?

  private let maxLineBytes: Int
  private let maxEventBytes: Int
  private var line: [UInt8] = []
  private var data: [UInt8] = []
  private var type: [UInt8] = []
  private var lastID = ""
  private var hasData = false
  private var isAfterCR = false
  private var isFirstLine = true

  /// - Parameters:
  ///   - maxLineBytes: the maximum length of a line without its end.
  ///   - maxEventBytes: the maximum size of an event's data.
  package init(maxLineBytes: Int = 256 << 10, maxEventBytes: Int = 1 << 20) {
    self.maxLineBytes = maxLineBytes
    self.maxEventBytes = maxEventBytes
  }

  /// Parses the next bytes of the stream.
  /// - Returns: the events that they complete, up to an `excess`.
  package mutating func received(_ bytes: some Collection<UInt8>) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    do throws(Excess) { try read(bytes, into: &events) } catch { excess = error }
    return events
  }

  private mutating func read(_ bytes: some Collection<UInt8>, into events: inout [ServerSentEvent]) throws(Excess) {
    if let excess { throw excess }
    var rest = bytes[...]
    while let first = rest.first {
      if isAfterCR, first == 0x0A { rest.removeFirst() }
      isAfterCR = false
      guard let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return try append(rest) }
      try append(rest[..<end])
      // An LF after this CR belongs to the same end of line, even in the next call.
      isAfterCR = rest[end] == 0x0D
      rest = rest[end...].dropFirst()
      if let event = try endOfLine() { events.append(event) }
    }
  }

  private mutating func append(_ bytes: some Collection<UInt8>) throws(Excess) {
    guard line.count + bytes.count <= maxLineBytes else { throw .line(limit: maxLineBytes) }
    line += bytes
  }

  private mutating func endOfLine() throws(Excess) -> ServerSentEvent? {
    if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    isFirstLine = false
    defer { line.removeAll(keepingCapacity: true) }
    if line.isEmpty { return endOfEvent() }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      try field(line[...], value: [])
      return nil
    }
    var value = line[(colon + 1)...]
    if value.first == 0x20 { value.removeFirst() }
    try field(line[..<colon], value: value)
    return nil
  }

  /// The name of a comment is empty, which is not the name of a field.
  private mutating func field(_ name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) throws(Excess) {
    if name.elementsEqual("data".utf8) {
      guard data.count + value.count < maxEventBytes else { throw .event(limit: maxEventBytes) }
      if hasData { data.append(0x0A) }
      hasData = true
      data += value
    } else if name.elementsEqual("event".utf8) {
      type = Array(value)
    } else if name.elementsEqual("id".utf8) {
      if !value.contains(0) { lastID = String(decoding: value, as: UTF8.self) }
    } else if name.elementsEqual("retry".utf8) {
      if !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) {
        retry = Int(String(decoding: value, as: UTF8.self)) ?? retry
      }
    }
  }

  private mutating func endOfEvent() -> ServerSentEvent? {
    defer {
      data = []
      type = []
      hasData = false
    }
    guard hasData else { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
      data: String(decoding: data, as: UTF8.self), lastID: lastID)
  }
}
