import Logging
import Net
import Runtime
import TLS

/// The TLS handshake at the start of a connection, if the server uses TLS.
enum TLSOpening {
  /// Performs the handshake. - Returns: whether the connection may be served; it is closed otherwise.
  static func perform(
    _ connection: ByteConnection, context: ServerContext, loopContext: LoopContext, remoteAddress: String
  ) async -> Bool {
    guard let identity = context.http.tls else { return true }
    guard !loopContext.isDraining else {
      connection.close()
      return false
    }
    // A drain interrupts handshakes.
    loopContext.began(connection)
    defer { loopContext.finished(connection) }
    let outcome = await TLSHandshake.perform(
      on: connection, identity.current, until: .now + context.http.handshakeTimeout,
      plainHTTPResponse: plainHTTPResponse)
    let reason: String
    switch outcome {
    case .done: return true
    case .disconnected: return false
    case .timedOut: reason = "the handshake took too long"
    case .refused(.plainHTTP): reason = "the client speaks HTTP without TLS"
    case .refused(.refused(_, let words)): reason = words
    case .refused(.over): reason = "the connection is over"
    }
    context.logger.info(
      "TLS handshake failed", metadata: ["client": "\(remoteAddress)", "reason": "\(reason)"])
    return false
  }

  private static let plainHTTPResponse: [UInt8] = {
    let body = "This port speaks HTTPS.\n"
    return Array(
      ("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n"
        + "X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n" + body).utf8)
  }()
}
