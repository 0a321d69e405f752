/// The content of a response that is made while it is sent: no piece before the peer has taken most of those before it.
package protocol BodySource: Sendable {
  /// The next piece, of some KiB; nil at the end. On the connection's loop.
  /// - Throws: what cuts the connection, so that the peer does not take a part for the whole.
  mutating func next() async throws -> [UInt8]?
}
