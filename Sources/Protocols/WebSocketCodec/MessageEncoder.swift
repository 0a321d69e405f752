/// An encoder of the messages that a server sends on one connection, compressed if that was negotiated.
package struct MessageEncoder: Sendable {
  /// Shorter messages are not compressed: most of them would become longer.
  private static let minCompressedBytes = 64

  private let parameters: DeflateParameters?
  /// Created with the first compressed message.
  private var deflater: Deflater?

  /// - Parameter parameters: the negotiated compression; nil for none.
  package init(deflate parameters: DeflateParameters? = nil) { self.parameters = parameters }

  /// Encodes a text message. - Parameter payload: UTF-8.
  package mutating func text(_ payload: [UInt8]) -> [UInt8] {
    compressed(payload, isText: true) ?? FrameEncoder.text(payload)
  }

  /// Encodes a binary message.
  package mutating func binary(_ payload: [UInt8]) -> [UInt8] {
    compressed(payload, isText: false) ?? FrameEncoder.binary(payload)
  }

  /// Frees the compressor. The next message then refers to no earlier one, which is always allowed.
  package mutating func releaseIdleMemory() { deflater = nil }

  private mutating func compressed(_ payload: [UInt8], isText: Bool) -> [UInt8]? {
    guard let parameters, payload.count >= Self.minCompressedBytes else { return nil }
    let keepsContext = !parameters.serverNoContextTakeover
    guard
      let deflater = deflater
        ?? Deflater(keepsContext: keepsContext, windowBits: parameters.serverMaxWindowBits ?? 15)
    else { return nil }
    // Without context takeover the memory is needed for this message only.
    self.deflater = keepsContext ? deflater : nil
    return FrameEncoder.compressed(deflater.deflate(payload), isText: isText)
  }
}
