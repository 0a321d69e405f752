/// Passes over the frames of a peer that broke a rule, up to its close frame (RFC 6455 §7.1.7).
///
/// It keeps no payload: at most one frame header at a time.
package struct FrameSkipper: Sendable {
  /// Whether the peer's close frame came, or bytes that are no frame: nothing more is worth waiting for.
  package private(set) var isDone = false

  /// Bytes of payload of the present frame that have not come yet.
  private var remaining: Int
  private var header: [UInt8] = []
  private static let maxHeaderBytes = 14

  /// - Parameter remaining: bytes until the next frame begins.
  init(remaining: Int) { self.remaining = remaining }

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

  /// Bytes of the header that `startFrame` read last.
  private var headerBytes = 0

  /// - Returns: false if bytes of the header are missing, or if there will be no further frame.
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
