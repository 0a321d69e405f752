import HTTPCodec
import Net
import Runtime

/// Writes the responses of one connection, and records them in the access log and the metrics.
struct ResponseWriter {
  let connection: ByteConnection
  let loopContext: LoopContext

  /// The maximum number of unsent bytes with which a further request is taken.
  static let maxUnsentBytes = 64 << 10

  /// Writes a response with complete content.
  /// - Parameter isLast: whether no further request was received. Responses to pipelined requests are written together.
  func send(
    _ response: Response, id: String, isHead: Bool, keepAlive: Bool, version: HTTPVersion, isLast: Bool
  ) {
    ResponseEncoder.encode(
      status: response.status, fields: response.fields, requestID: id, body: response.body, isHead: isHead,
      keepAlive: keepAlive, date: loopContext.httpDate(), version: version
    ) { size, write in connection.write(upTo: size, immediately: isLast, write) }
  }

  /// Writes the encoded response of a constant route.
  func send(_ response: PreparedResponse, id: String, isLast: Bool) {
    connection.write(upTo: response.size(idBytes: id.utf8.count), immediately: isLast) {
      response.write(requestID: id, date: loopContext.httpDate(), to: &$0)
    }
  }

  /// Records a response. - Returns: the present time.
  @discardableResult
  func record(
    _ request: borrowing Request, _ template: String, _ status: Int, _ started: MonotonicInstant
  ) -> MonotonicInstant {
    record(request.id, request.method, request.path, request.remoteAddress, template, status, started)
  }

  /// Records a response. - Returns: the present time.
  func record(
    _ id: String, _ method: String, _ path: String, _ client: String, _ template: String, _ status: Int,
    _ started: MonotonicInstant
  ) -> MonotonicInstant {
    let now = MonotonicInstant.now
    loopContext.record(
      id, method, path, client: client, template: template, status: status, nanoseconds: now.since(started))
    return now
  }
}
