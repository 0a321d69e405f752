import Bytes
import Cluster
import Storage

/// Passes the frames of rooms between nodes. Any thread.
///
/// A frame of a change that is lost, or too large for a hint, is read from the history.
final class RoomRelay: Sendable {
  /// Frames of a room (key): lines of a number, 0 for a signal, a space and the JSON text.
  private static let frames = Hint.Kind("room-frames")
  /// A change of a room (key) whose frame is too large: its number.
  private static let change = Hint.Kind("room-change")
  /// The end of the sockets of a room (key), or of those of one user (detail).
  private static let close = Hint.Kind("room-close")
  /// Maximum number of bytes of the frames of one hint.
  private static let maxBytes = 6500

  private let bus: any Bus
  private let database: any Database

  init(bus: any Bus, database: any Database) {
    self.bus = bus
    self.database = database
  }

  /// Receives frames and closes from other nodes. Call it before the bus starts.
  func receive(
    _ deliver: @escaping @Sendable (_ frames: [RoomFrame], _ roomID: Int64) -> Void,
    close: @escaping @Sendable (_ roomID: Int64, _ userID: String?) -> Void
  ) {
    bus.receive(Self.frames) { hint in
      guard let roomID = Int64(hint.key) else { return }
      deliver(hint.detail.split(separator: "\n").compactMap(Self.frame), roomID)
    }
    bus.receive(Self.change) { [self] hint in
      guard let roomID = Int64(hint.key), let number = Int64(hint.detail) else { return }
      Task { if let frame = await read(number, of: roomID) { deliver([frame], roomID) } }
    }
    bus.receive(Self.close) { hint in
      guard let roomID = Int64(hint.key) else { return }
      close(roomID, hint.detail.isEmpty ? nil : hint.detail)
    }
  }

  /// Sends frames to the sockets of a room on other nodes.
  func send(_ frames: [RoomFrame], to roomID: Int64) {
    var lines: [String] = []
    var bytes = 0
    func sendLines() {
      if !lines.isEmpty { bus.send(Hint(Self.frames, key: "\(roomID)", detail: lines.joined(separator: "\n"))) }
      (lines, bytes) = ([], 0)
    }
    for frame in frames {
      guard frame.text.count <= Self.maxBytes else {
        sendLines()
        if let number = frame.number { bus.send(Hint(Self.change, key: "\(roomID)", detail: "\(number)")) }
        continue
      }
      if bytes + frame.text.count > Self.maxBytes { sendLines() }
      lines.append("\(frame.number ?? 0) " + String(decoding: frame.text, as: UTF8.self))
      bytes += frame.text.count + 22
    }
    sendLines()
  }

  /// Ends the sockets of a room, or of one user in it, on other nodes.
  func close(_ roomID: Int64, userID: String?) { bus.send(Hint(Self.close, key: "\(roomID)", detail: userID ?? "")) }

  private static func frame(_ line: Substring) -> RoomFrame? {
    guard let space = line.firstIndex(of: " "), let number = Int64(line[..<space]) else { return nil }
    return RoomFrame(Array(line[line.index(after: space)...].utf8), number: number == 0 ? nil : number)
  }

  private func read(_ number: Int64, of roomID: Int64) async -> RoomFrame? {
    let page = try? await database.read { connection in
      try RoomChanges.read(roomID, lastChange: number, after: number - 1, limit: 1, in: connection)
    }
    guard let change = page?.changes.first, change.number == number else { return nil }
    return RoomFrame(ChatFrames.encoded(change), number: number)
  }
}
