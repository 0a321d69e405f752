import HTTPCodec
import Logging
import Net
import Runtime

/// Sends content while it is produced.
extension HTTPConnection {
  /// Sends a streamed response. - Returns: whether another request may follow.
  func stream(
    _ response: Response, _ request: Request, _ template: String, _ incoming: Incoming,
    _ started: MonotonicInstant
  ) async -> Bool {
    let version = incoming.head.line.version
    let keepAlive = incoming.keepAlive && version == .http11 && !set.isDraining
    connection.write(
      ResponseEncoder.streamedHead(
        status: response.status, fields: response.fields, requestID: request.id, keepAlive: keepAlive,
        date: set.httpDate(), version: version))
    defer { record(request, template, response.status, started) }
    if incoming.head.line.method != "HEAD", let source = response.source {
      let isWhole = await send(source, inChunks: version == .http11, requestID: request.id)
      guard isWhole else {
        // The queued part is sent without the last chunk, so that the client detects the truncation.
        _ = await drained()
        connection.close()
        return false
      }
    }
    return keepAlive ? await drained() : false
  }

  /// Sends the content. - Returns: false if it is incomplete.
  func send(_ source: any BodySource, inChunks: Bool, requestID: String) async -> Bool {
    var source = source
    do {
      while let piece = try await source.next() {
        guard connection.isOpen else { return false }
        guard !piece.isEmpty else { continue }
        connection.write(inChunks ? ResponseEncoder.chunk(piece) : piece)
        if connection.queuedBytes >= Self.maxUnsentBytes, await !drained() { return false }
      }
    } catch {
      context.logger.error(
        "a streamed response broke off",
        metadata: ["request_id": "\(requestID)", "error": "\(LogRedaction.redacted("\(error)"))"])
      return false
    }
    if inChunks { connection.write(ResponseEncoder.lastChunk) }
    return connection.isOpen
  }
}
