/// The requests or frames for which a fault fires. A member that is nil matches everything.
struct FaultMatch: Sendable, Equatable {
  /// The method token.
  var method: String?
  /// The path without base path and query; `*` matches any characters.
  var path: String?
  /// The member `type` of a message.
  var messageType: String?
  var direction: FrameDirection?
  /// The number of a connection in the traffic.
  var connection: Int?

  /// Whether the members match, without regard to point and kind.
  func matches(_ event: FaultEvent) -> Bool {
    if let method, method != event.method { return false }
    if let messageType, messageType != event.messageType { return false }
    if let connection, connection != event.connection { return false }
    if let path, !Self.matches(event.path, pattern: path) { return false }
    return true
  }

  /// Whether a path matches a pattern. `*` matches any number of any bytes.
  ///
  /// It continues after the last `*` when a byte differs, so its cost is at most the product of both lengths.
  static func matches(_ path: String, pattern: String) -> Bool {
    let (path, pattern) = (Array(path.utf8), Array(pattern.utf8))
    var (index, place) = (0, 0)
    var star: (place: Int, index: Int)?
    while index < path.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        star = (place, index)
        place += 1
      } else if place < pattern.count, pattern[place] == path[index] {
        index += 1
        place += 1
      } else if let last = star {
        star = (last.place, last.index + 1)
        place = last.place + 1
        index = last.index + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}

/// A request, response or frame that faults may disturb.
struct FaultEvent: Sendable, Equatable {
  var point: FaultPoint
  var path: String
  var connection: Int
  /// nil for frames.
  var method: String?
  /// nil for requests, and for messages without a type.
  var messageType: String?
  /// nil for requests and open sockets.
  var direction: FrameDirection?
  /// Whether it is a pong (RFC 6455 §5.5.3), not a message.
  var isPong = false
}
