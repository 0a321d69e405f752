/// A reply of a Redis server (RESP2).
enum RedisReply: Sendable, Equatable {
  case text(String)
  case error(String)
  case integer(Int64)
  /// A binary string; nil if it does not exist.
  case bulk([UInt8]?)
  /// Some replies; nil if the array does not exist.
  case array([RedisReply]?)
}

/// A violation of the protocol by the server.
struct RedisProtocolError: Error, Equatable, CustomStringConvertible {
  var description: String
}

/// Takes replies from received bytes. Its memory is bounded.
struct RedisReplyParser: Sendable {
  /// Maximum number of bytes of one reply.
  private static let maxBytes = 1 << 20
  /// The deepest nesting of arrays.
  private static let maxDepth = 4

  private var buffer: [UInt8] = []
  private var start = 0

  /// Adds received bytes.
  mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0, start >= buffer.count / 2 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// Takes the next reply. - Returns: nil while it is incomplete.
  /// - Throws: `RedisProtocolError` if the bytes are no reply, or one that is too large.
  mutating func next() throws(RedisProtocolError) -> RedisReply? {
    var position = start
    guard let reply = try read(&position, depth: 0) else {
      guard buffer.count - start <= Self.maxBytes else { throw RedisProtocolError(description: "a reply is too large") }
      return nil
    }
    start = position
    return reply
  }

  private func read(_ position: inout Int, depth: Int) throws(RedisProtocolError) -> RedisReply? {
    guard depth <= Self.maxDepth else { throw RedisProtocolError(description: "arrays are nested too deeply") }
    guard let line = line(&position) else { return nil }
    guard let kind = line.first else { throw RedisProtocolError(description: "an empty reply") }
    let rest = String(decoding: line.dropFirst(), as: UTF8.self)
    switch kind {
    case UInt8(ascii: "+"): return .text(rest)
    case UInt8(ascii: "-"): return .error(rest)
    case UInt8(ascii: ":"):
      guard let number = Int64(rest) else { throw RedisProtocolError(description: "not a number") }
      return .integer(number)
    case UInt8(ascii: "$"): return try bulk(rest, &position)
    case UInt8(ascii: "*"): return try array(rest, &position, depth: depth)
    default: throw RedisProtocolError(description: "not a Redis server")
    }
  }

  /// - Returns: nil while the line is incomplete.
  private func line(_ position: inout Int) -> ArraySlice<UInt8>? {
    guard let end = buffer[position...].firstIndex(of: 13), end + 1 < buffer.count else { return nil }
    defer { position = end + 2 }
    return buffer[position..<end]
  }

  private func bulk(_ text: String, _ position: inout Int) throws(RedisProtocolError) -> RedisReply? {
    guard let count = Int(text), count >= -1, count <= Self.maxBytes else {
      throw RedisProtocolError(description: "a string with a wrong length")
    }
    if count == -1 { return .bulk(nil) }
    guard buffer.count - position >= count + 2 else { return nil }
    defer { position += count + 2 }
    return .bulk(Array(buffer[position..<position + count]))
  }

  private func array(_ text: String, _ position: inout Int, depth: Int) throws(RedisProtocolError) -> RedisReply? {
    guard let count = Int(text), count >= -1, count <= 1024 else {
      throw RedisProtocolError(description: "an array with a wrong length")
    }
    if count == -1 { return .array(nil) }
    var replies: [RedisReply] = []
    for _ in 0..<count {
      guard let reply = try read(&position, depth: depth + 1) else { return nil }
      replies.append(reply)
    }
    return .array(replies)
  }
}
