/// Reads lines, counted bytes and whole answers from a socket, keeping what came too early.
struct WireReader {
  private(set) var buffer: [UInt8] = []
  private(set) var hasEnded = false

  /// Waits for more bytes. - Returns: false where the peer has ended the connection.
  mutating func fill(from socket: WireSocket, until deadline: ContinuousClock.Instant) throws(WireError) -> Bool {
    guard !hasEnded else { return false }
    let bytes = try socket.receive(until: deadline)
    hasEnded = bytes.isEmpty
    buffer += bytes
    return !hasEnded
  }

  /// Takes all that is buffered.
  mutating func takeAll() -> [UInt8] {
    defer { buffer.removeAll() }
    return buffer
  }

  /// A line without its CRLF.
  mutating func line(from socket: WireSocket, until deadline: ContinuousClock.Instant) throws(WireError) -> String {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        guard end > 0, buffer[end - 1] == 0x0D else { throw .malformed("bare LF") }
        let line = String(decoding: buffer[..<(end - 1)], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      try need(more: "a line", from: socket, until: deadline)
    }
  }

  mutating func bytes(
    _ count: Int, from socket: WireSocket, until deadline: ContinuousClock.Instant
  ) throws(WireError) -> [UInt8] {
    while buffer.count < count { try need(more: "\(count) bytes", from: socket, until: deadline) }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  private mutating func need(
    more what: String, from socket: WireSocket, until deadline: ContinuousClock.Instant
  ) throws(WireError) {
    do {
      if try fill(from: socket, until: deadline) { return }
    } catch .timedOut {
      throw .timedOut(what: what, received: String(decoding: buffer.prefix(2000), as: UTF8.self))
    }
    throw .ended(what: what, received: String(decoding: buffer.prefix(2000), as: UTF8.self))
  }
}
