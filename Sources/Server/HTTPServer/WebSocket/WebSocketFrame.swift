import WebSocketCodec

/// A message as an encoded frame, shared by all receivers.
package struct WebSocketFrame: Sendable {
  let bytes: [UInt8]

  /// The message.
  var content: SocketFrame {
    let headerBytes = bytes[1] < 126 ? 2 : bytes[1] == 126 ? 4 : 10
    let message = Array(bytes[headerBytes...])
    return bytes[0] & 0x0F == 1 ? .text(message) : .binary(message)
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A text frame.
  package static func text(_ message: [UInt8]) -> WebSocketFrame { WebSocketFrame(FrameEncoder.text(message)) }

  /// A binary frame.
  package static func binary(_ message: [UInt8]) -> WebSocketFrame { WebSocketFrame(FrameEncoder.binary(message)) }
}
