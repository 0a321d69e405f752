/// Builds the frames of messages that a server sends on one connection, compressed where that was agreed on.
package struct MessageEncoder: Sendable {
  /// Shorter messages go as they are: compression would make most of them longer.
  private static let minCompressedBytes = 64

  private let parameters: DeflateParameters?
  /// Made with the first message that needs it.
  private var deflater: Deflater?

  package init(deflate parameters: DeflateParameters? = nil) { self.parameters = parameters }

  package mutating func text(_ payload: [UInt8]) -> [UInt8] {
    compressed(payload, isText: true) ?? FrameEncoder.text(payload)
  }

  package mutating func binary(_ payload: [UInt8]) -> [UInt8] {
    compressed(payload, isText: false) ?? FrameEncoder.binary(payload)
  }

  /// Gives memory back between messages: the next one refers to none before it, which is always legal.
  package mutating func releaseIdleMemory() { deflater = nil }

  private mutating func compressed(_ payload: [UInt8], isText: Bool) -> [UInt8]? {
    guard let parameters, payload.count >= Self.minCompressedBytes else { return nil }
    let keepsContext = !parameters.serverNoContextTakeover
    guard
      let deflater = deflater
        ?? Deflater(keepsContext: keepsContext, windowBits: parameters.serverMaxWindowBits ?? 15)
    else { return nil }
    // Without a context to keep, the memory is only needed for this message.
    self.deflater = keepsContext ? deflater : nil
    return FrameEncoder.compressed(deflater.deflate(payload), isText: isText)
  }
}
