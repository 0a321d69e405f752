import WebSocketCodec

/// A message as the frame it travels in, encoded once for all who get it.
package struct WebSocketFrame: Sendable {
  let bytes: [UInt8]

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  package static func text(_ message: [UInt8]) -> WebSocketFrame { WebSocketFrame(FrameEncoder.text(message)) }

  package static func binary(_ message: [UInt8]) -> WebSocketFrame { WebSocketFrame(FrameEncoder.binary(message)) }
}
