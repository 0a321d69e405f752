import HTTPServer

/// The messages of one socket that faults delay, hold back or reorder, and their order. A state machine without I/O: times
/// are passed in, and its methods return the messages that are sent now, in order.
struct OutgoingFrames: Sendable {
  /// A message that waits.
  struct Held: Sendable, Equatable {
    var frame: SocketFrame
    /// The faults that hold it.
    var faultIDs: [Int]

    /// The bytes that count for the bound, with an allowance for the bookkeeping.
    var byteCount: Int {
      switch frame {
      case .text(let bytes), .binary(let bytes), .ping(let bytes), .pong(let bytes): bytes.count + 128
      case .close: 128
      }
    }
  }

  private struct Entry {
    var held: Held
    /// nil: until it is released.
    var due: ContinuousClock.Instant?
  }

  /// Messages of one fault that are sent in another order.
  private struct Group {
    var messages: [Held] = []
    var order: [Int] = []
    var due: ContinuousClock.Instant
  }

  /// Delayed messages, and those that follow them: their order stays.
  private var line: [Entry] = []
  /// Messages that later ones overtake.
  private var held: [Entry] = []
  private var groups: [Int: Group] = [:]
  /// Messages that would be sent if the connection were not stopped; nil if it is not stopped.
  private var stopped: [Held]?

  /// Whether no message waits and the connection is not stopped.
  var isIdle: Bool { line.isEmpty && held.isEmpty && groups.isEmpty && stopped == nil }

  /// The time of the next call of `due(_:)`; nil if none is needed.
  var next: ContinuousClock.Instant? {
    var times = groups.values.map(\.due) + held.compactMap(\.due)
    if let first = line.first?.due { times.append(first) }
    return times.min()
  }

  // MARK: - Messages

  /// Adds a message after its delay, in order.
  mutating func append(_ message: Held, delay: Duration?, now: ContinuousClock.Instant) -> [Held] {
    guard delay != nil || !line.isEmpty else { return pass([message]) }
    let due = now + (delay ?? .zero)
    line.append(Entry(held: message, due: max(due, line.last?.due ?? due)))
    return self.due(now)
  }

  /// Holds a message back. - Parameter duration: nil until it is released.
  mutating func hold(_ message: Held, for duration: Duration?, now: ContinuousClock.Instant) {
    held.append(Entry(held: message, due: duration.map { now + $0 }))
  }

  /// Adds a message to the group of its fault.
  /// - Parameters:
  ///   - order: the old positions in the new order; its count is that of a complete group.
  ///   - duration: until an incomplete group is sent.
  mutating func group(
    _ message: Held, of fault: Int, order: [Int], for duration: Duration, now: ContinuousClock.Instant
  ) -> [Held] {
    var group = groups[fault] ?? Group(due: now + duration)
    group.messages.append(message)
    group.order = order
    groups[fault] = group
    return group.messages.count >= order.count ? close(group: fault) : []
  }

  // MARK: - Times and releases

  /// The messages that are due.
  mutating func due(_ now: ContinuousClock.Instant) -> [Held] {
    var sent: [Held] = []
    for (fault, group) in groups.sorted(by: { $0.key < $1.key }) where group.due <= now {
      sent += close(group: fault)
    }
    let ready = held.filter { $0.due.map { $0 <= now } ?? false }
    held.removeAll { $0.due.map { $0 <= now } ?? false }
    sent += pass(ready.map(\.held))
    let count = line.prefix { $0.due.map { $0 <= now } ?? false }.count
    sent += pass(line.prefix(count).map(\.held))
    line.removeFirst(count)
    return sent
  }

  /// The messages that only this fault held, or all if `fault` is nil.
  mutating func release(_ fault: Int?, now: ContinuousClock.Instant) -> [Held] {
    func isReleased(_ entry: Entry) -> Bool { fault.map { entry.held.faultIDs.contains($0) } ?? true }
    for index in held.indices where isReleased(held[index]) { held[index].due = now }
    for index in line.indices where isReleased(line[index]) { line[index].due = now }
    // Messages that follow a delayed one inherited its time.
    for index in line.indices where line[index].held.faultIDs.isEmpty {
      line[index].due = index == 0 ? now : max(now, line[index - 1].due ?? now)
    }
    for key in groups.keys where fault == nil || key == fault { groups[key]?.due = now }
    return due(now)
  }

  /// Ends the delays before the connection closes: the close frame must not overtake messages. Others stay held.
  mutating func endLine() -> [Held] {
    let messages = line.map(\.held)
    line = []
    return pass(messages)
  }

  /// Drops all messages: the connection is closed.
  mutating func removeAll() -> [Held] {
    defer { self = OutgoingFrames() }
    return line.map(\.held) + held.map(\.held) + groups.values.flatMap(\.messages) + (stopped ?? [])
  }

  // MARK: - Stopped connection

  /// Keeps every message from now on that would be sent.
  mutating func stop() { if stopped == nil { stopped = [] } }

  /// Ends the stop.
  mutating func resume() -> [Held] {
    defer { stopped = nil }
    return stopped ?? []
  }

  private mutating func pass(_ messages: [Held]) -> [Held] {
    guard stopped != nil else { return messages }
    stopped?.append(contentsOf: messages)
    return []
  }

  private mutating func close(group fault: Int) -> [Held] {
    guard let group = groups.removeValue(forKey: fault) else { return [] }
    // An incomplete group keeps the relative order of the complete one.
    let order = group.order.filter { $0 < group.messages.count }
    return pass(order.map { group.messages[$0] })
  }
}
