import Runtime

/// The content of a request, in pieces while it arrives.
///
/// The transport receives only what the handler takes: one read of at most 16 KiB at a time. While the handler does not
/// call `next()`, the socket is not read, and the client waits. A class, so that a request grows by one reference.
package final class RequestBodyStream: Sendable {
  /// A stream without content.
  package static let empty = RequestBodyStream(nil, number: 0)

  private let connection: LoopBound<HTTPConnection>?
  private let number: Int

  /// - Parameter number: of this request among the streamed ones of its connection.
  init(_ connection: LoopBound<HTTPConnection>?, number: Int) {
    self.connection = connection
    self.number = number
  }

  /// Waits for the next piece. On the loop of the connection, one call at a time, until the handler returns.
  ///
  /// The first call sends 100 (Continue) to a client that waits for it (RFC 9110 §10.1.1).
  /// - Returns: nil at the end of the content.
  /// - Throws: the refusal of content that is too large, malformed, truncated or too slow. The connection ends after the
  ///   response.
  package func next() async throws(RequestRefusal) -> [UInt8]? {
    try await connection?.value.nextContent(of: number)
  }
}
