/// Reads lines, counted bytes and whole answers from a socket, keeping what came too early.
struct WireReader {
  private(set) var buffer: [UInt8] = []
  private(set) var hasEnded = false

  /// Waits for more bytes. - Returns: false if the peer has ended the connection.
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

  /// A whole answer with its body (RFC 9112 §6.3). 1xx answers are answers of their own.
  /// - Parameter toHead: whether the request was HEAD, whose answer has no body.
  mutating func response(
    from socket: WireSocket, toHead: Bool, until deadline: ContinuousClock.Instant
  ) throws(WireError) -> WireResponse {
    var response = try head(from: socket, until: deadline)
    let hasNoBody = toHead || response.status < 200 || response.status == 204 || response.status == 304
    if hasNoBody { return response }
    if response["Transfer-Encoding"]?.lowercased() == "chunked" {
      response.body = try chunks(from: socket, until: deadline)
    } else if let length = response["Content-Length"] {
      guard let count = Int(length), count >= 0 else { throw .malformed("Content-Length: \(length)") }
      response.body = try bytes(count, from: socket, until: deadline)
    } else {
      while try fill(from: socket, until: deadline) {}
      response.body = takeAll()
      response.keepsAlive = false
    }
    return response
  }

  private mutating func head(
    from socket: WireSocket, until deadline: ContinuousClock.Instant
  ) throws(WireError) -> WireResponse {
    let start = try line(from: socket, until: deadline)
    let parts = start.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].hasPrefix("HTTP/1."), let status = Int(parts[1]) else {
      throw .malformed("status line: \(start)")
    }
    var fields: [WireResponse.Field] = []
    while true {
      let line = try line(from: socket, until: deadline)
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: ":") else { throw .malformed("field line: \(line)") }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      fields.append(WireResponse.Field(name: String(line[..<colon]), value: String(value)))
    }
    var response = WireResponse(
      status: status, reason: String(parts[2]), fields: fields, body: [], keepsAlive: false)
    let connection = response["Connection"]?.lowercased()
    response.keepsAlive = parts[0] == "HTTP/1.1" ? connection != "close" : connection == "keep-alive"
    return response
  }

  private mutating func chunks(
    from socket: WireSocket, until deadline: ContinuousClock.Instant
  ) throws(WireError) -> [UInt8] {
    var body: [UInt8] = []
    while true {
      let size = try line(from: socket, until: deadline)
      guard let count = Int(size.prefix { $0 != ";" }, radix: 16), count >= 0 else {
        throw .malformed("chunk size: \(size)")
      }
      if count == 0 { break }
      body += try bytes(count, from: socket, until: deadline)
      guard try line(from: socket, until: deadline).isEmpty else { throw .malformed("no CRLF behind a chunk") }
    }
    while try !line(from: socket, until: deadline).isEmpty {}
    return body
  }
}
