/// The content of a streamed response. A piece is requested after the peer has read most of the earlier ones.
package protocol BodySource: Sendable {
  /// The next piece, of some KiB; nil at the end. On the connection's loop.
  /// - Throws: any error; it closes the connection, so that the client detects the truncation.
  mutating func next() async throws -> [UInt8]?

  /// The number of bytes of all pieces; nil if it is unknown, which the default implementation returns.
  var length: Int? { get }
}

extension BodySource {
  /// Unknown.
  package var length: Int? { nil }
}
