import HTTPCodec
import Net
import Runtime

/// Answering at once, without a task, where a route waits for nothing.
extension HTTPConnection {
  /// Answers requests that have come while `receive` waits for the next one, as far as their routes wait for nothing: to
  /// resume a task costs more than the rest of such an answer.
  /// - Returns: false where the task has to go on, with what it finds in the parser and in `received`.
  func answerWaiting() -> Bool {
    if hasUnanswered {
      hasUnanswered = false
    } else {
      guard let outcome = unsafe connection.receiveAvailable({ bytes in unsafe parser.receive(bytes) }) else {
        return true
      }
      guard case .bytes(let count) = outcome else { return false }
      // A part of a record of TLS brings nothing, and moves no deadline.
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
      // The parser says it again when it is asked again.
      return false
    }
    guard hasUnanswered || !parser.isWithinRequest, connection.isOpen, !set.isDraining else { return false }
    // An empty line before a request moves no deadline either.
    if let answered {
      // Only the first answer of a wait: the deadline may be that of the connection's first request, which is another one.
      if lastAnswered == nil { connection.postpone(to: .now + context.http.idleTimeout) }
      lastAnswered = answered
    }
    if hasUnanswered || connection.mayHoldMore { connection.yield() }
    return true
  }

  /// - Returns: when it was answered; nil, with nothing done, where the request needs a task.
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

  /// The route that answers `line` without waiting. A line that was read again is the same object.
  func synchronousRoute(_ line: RequestLine) -> SynchronousRoute? {
    if line !== routedLine {
      routedLine = line
      route = set.synchronousRoute(line.method, line.target.path)
    }
    return route
  }
}
