/// A skipper of the frames that follow a protocol error, up to the peer's close frame (RFC 6455 §7.1.7).
///
/// It keeps no payload: at most one frame header at a time.
package struct FrameSkipper: Sendable {
  /// Whether the peer's close frame or an invalid frame was received, so that no further input matters.
  package private(set) var isDone = false

  /// Payload bytes of the current frame that were not received.
  private var remaining: Int
  private var header: [UInt8] = []
  private static let maxHeaderBytes = 14

  /// - Parameter remaining: the number of bytes before the next frame.
  init(remaining: Int) { self.remaining = remaining }

  /// Skips bytes from the peer.
  package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    while position < bytes.count, !isDone {
      let skipped = min(remaining, bytes.count - position)
      remaining -= skipped
      position += skipped
      guard position < bytes.count else { return }
      let room = min(Self.maxHeaderBytes - header.count, bytes.count - position)
      let known = header.count
      unsafe header.append(contentsOf: bytes[position..<position + room])
      position += startFrame() ? headerBytes - known : room
    }
  }

  /// The size of the header that `startFrame` parsed last.
  private var headerBytes = 0

  /// - Returns: false if header bytes are missing or the header is invalid.
  private mutating func startFrame() -> Bool {
    do throws(WebSocketError) {
      guard let frame = try FrameHeader.parse(header.span, expectsMask: true, allowsCompression: true) else {
        return false
      }
      isDone = frame.opcode == .close
      remaining = frame.length
      headerBytes = frame.size
      header.removeAll(keepingCapacity: true)
      return true
    } catch {
      isDone = true
      return false
    }
  }
}
