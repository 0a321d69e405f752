import HTTPCodec
import Logging
import Net

/// A response whose content is produced while it is sent.
struct StreamedResponse {
  let connection: ByteConnection
  let context: ServerContext
  let requestID: String
  /// HTTP/1.1 content of unknown length is chunked (RFC 9112 §7.1); HTTP/1.0 content ends with the connection.
  let version: HTTPVersion

  /// Sends head and content, as fast as the client reads. - Returns: false if the connection was closed.
  func send(_ response: Response, isHead: Bool, keepAlive: Bool, date: [UInt8]) async -> Bool {
    connection.write(
      ResponseEncoder.streamedHead(
        status: response.status, fields: response.fields, requestID: requestID, keepAlive: keepAlive, date: date,
        version: version, length: response.source?.length))
    guard !isHead, let source = response.source, await !send(source) else { return true }
    // The queued part is sent without the last chunk, so that the client detects the truncation.
    _ = await connection.drained(timeout: context.http.idleTimeout)
    connection.close()
    return false
  }

  /// Sends the content. - Returns: false if it is incomplete.
  private func send(_ source: any BodySource) async -> Bool {
    let isChunked = version == .http11 && source.length == nil
    var source = source
    do {
      while let piece = try await source.next() {
        guard connection.isOpen else { return false }
        guard !piece.isEmpty else { continue }
        connection.write(isChunked ? ResponseEncoder.chunk(piece) : piece)
        guard connection.queuedBytes >= ResponseWriter.maxUnsentBytes else { continue }
        guard await connection.drained(timeout: context.http.idleTimeout) else { return false }
      }
    } catch {
      context.logger.error(
        "streamed response failed",
        metadata: ["request_id": "\(requestID)", "error": "\(LogRedaction.redacted("\(error)"))"])
      return false
    }
    if isChunked { connection.write(ResponseEncoder.lastChunk) }
    return connection.isOpen
  }
}
