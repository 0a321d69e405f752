/// Brings the numbered frames of a room into their order, for a room whose changes several nodes store.
///
/// A frame that follows a missing one waits for it. If the missing one does not arrive in time, `flush` passes the others: the sockets
/// notice the gap and read the history.
struct RoomFeed: Sendable {
  /// Maximum number of waiting frames.
  private static let maxWaiting = 256

  /// The number that follows the last frame; nil before the first.
  private var next: Int64?
  private var waiting: [Int64: RoomFrame] = [:]

  /// Whether frames wait for a missing one.
  var isWaiting: Bool { !waiting.isEmpty }

  /// Adds a frame. - Returns: the frames that are next, in their order. A frame without a number is always next.
  mutating func add(_ frame: RoomFrame) -> [RoomFrame] {
    guard let number = frame.number else { return [frame] }
    guard let next, number > next else {
      // The first one, the next one, or one that another way delivered.
      if let next, number < next { return [] }
      self.next = number + 1
      return [frame] + takeNext()
    }
    waiting[number] = frame
    return waiting.count > Self.maxWaiting ? flush() : []
  }

  /// Stops to wait for missing frames. - Returns: the waiting frames in their order.
  mutating func flush() -> [RoomFrame] {
    let frames = waiting.sorted { $0.key < $1.key }.map(\.value)
    waiting = [:]
    if let last = frames.last?.number { next = last + 1 }
    return frames
  }

  private mutating func takeNext() -> [RoomFrame] {
    var frames: [RoomFrame] = []
    while let number = next, let frame = waiting.removeValue(forKey: number) {
      frames.append(frame)
      next = number + 1
    }
    return frames
  }
}
