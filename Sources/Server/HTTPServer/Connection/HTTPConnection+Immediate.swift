import HTTPCodec
import Net
import Runtime

/// Answers without a task, for routes that never wait.
extension HTTPConnection {
  /// Answers requests that arrive while the task waits in `receive`, up to the first one whose route may wait. Resuming
  /// the task would cost more than the rest of such a response.
  /// - Returns: false if the task must continue with the content of the parser and `received`.
  func answerWaiting() -> Bool {
    if hasUnanswered {
      hasUnanswered = false
    } else {
      guard let outcome = unsafe connection.receiveAvailable({ bytes in unsafe parser.receive(bytes) }) else {
        return true
      }
      guard case .bytes(let count) = outcome else { return false }
      // A part of a TLS record contains no bytes of a request and moves no deadline.
      if count == 0 { return !connection.mayHoldMore }
    }
    var answered: MonotonicInstant?
    do throws(HTTPParseError) {
      while let incoming = try takeRequest() {
        enter(.idle)
        guard let moment = answerNow(incoming) else {
          received = incoming
          return false
        }
        answered = moment
        if parser.unread > 0, connection.isTimeSliceOver() {
          hasUnanswered = true
          break
        }
      }
    } catch {
      // The parser throws the same error again in the task.
      return false
    }
    guard hasUnanswered || !parser.isWithinRequest, connection.isOpen, !set.isDraining else { return false }
    // An empty line before a request moves no deadline either.
    if let answered {
      // Only for the first response of a wait: the deadline may be the longer one of the first request of the connection.
      if lastAnswered == nil { connection.postpone(to: .now + context.http.idleTimeout) }
      lastAnswered = answered
    }
    if hasUnanswered || connection.mayHoldMore { connection.yield() }
    return true
  }

  /// Answers one request. - Returns: the time of the response; nil, without effect, if the request needs a task.
  func answerNow(_ incoming: Incoming) -> MonotonicInstant? {
    let line = incoming.head.line
    guard incoming.keepAlive, !set.isDraining, connection.queuedBytes < Self.maxUnsentBytes,
      let route = synchronousRoute(line)
    else { return nil }
    let started = MonotonicInstant.now
    let id = set.nextRequestID()
    if let constant = route.constant, context.sendsConstantResponses, line.version == .http11,
      incoming.head.fields["Authorization"] == nil, incoming.head.fields["Origin"] == nil
    {
      connection.write(upTo: constant.size(idBytes: id.utf8.count), immediately: parser.unread == 0) {
        constant.write(requestID: id, date: set.httpDate(), to: &$0)
      }
      return record(id, line.method, line.target.path, remoteAddress, route.path, constant.status, started)
    }
    guard var built = build(incoming, id: id), context.http.basePath.strip(&built.request, &built.segments),
      built.segments == nil, let response = route.respond(built.request)
    else { return nil }
    send(response, id: id, isHead: false, keepAlive: true, version: line.version)
    return record(built.request, route.path, response.status, started)
  }

  /// The synchronous route of a request line. The parser returns the same object for a repeated line.
  func synchronousRoute(_ line: RequestLine) -> SynchronousRoute? {
    if line !== routedLine {
      routedLine = line
      route = set.synchronousRoute(line.method, line.target.path)
    }
    return route
  }
}
