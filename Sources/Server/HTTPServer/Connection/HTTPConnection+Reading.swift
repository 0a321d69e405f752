import HTTPCodec
import Logging
import Net
import Runtime

/// Receives complete requests before their deadlines, and refuses others.
extension HTTPConnection {
  func nextRequest() async -> Incoming? {
    while true {
      do throws(HTTPParseError) {
        if let incoming = try takeRequest() { return incoming }
      } catch {
        refuse(error)
        return nil
      }
      guard await receiveMore() else { return nil }
    }
  }

  /// The next complete request; nil if bytes are missing.
  func takeRequest() throws(HTTPParseError) -> Incoming? {
    if let incoming = received {
      received = nil
      return incoming
    }
    var current: Incoming?
    swap(&current, &partial)
    while let event = try parser.next() {
      switch event {
      case .head(let head, let expectsContinue, let keepAlive):
        current = Incoming(head: head, keepAlive: keepAlive)
        enter(.body)
        if expectsContinue, parser.unread == 0 { connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }
      case .body(let bytes): current?.body += bytes
      case .end:
        if let current { return current }
      }
    }
    partial = current
    return nil
  }

  /// Waits for bytes. - Returns: false if the connection must end; a late request was refused with 408.
  func receiveMore() async -> Bool {
    let isIdle = !parser.isWithinRequest
    if phase == .idle, !isIdle { enter(.head) }
    if isIdle && set.isDraining { return false }
    let now = ContinuousClock.now
    if !hasDeadline {
      hasDeadline = true
      deadline = now + patience
    }
    // A peer that always sends the next byte in time would never reach the time-out of the wait.
    if !isIdle, now >= deadline {
      refuseSlow()
      return false
    }
    isWaiting = isIdle
    lastAnswered = nil
    let outcome = await unsafe connection.receive(until: deadline) { bytes in unsafe parser.receive(bytes) }
    isWaiting = false
    switch outcome {
    case .bytes, .interrupted: return true
    case .end: return false
    case .timedOut:
      if isIdle, waitsOn() { return true }
      if !isIdle { refuseSlow() }
      return false
    }
  }

  /// Moves the deadline after requests that were answered without the task. This costs less once in an idle time-out than
  /// moving it with each of these requests. - Returns: whether the wait continues.
  func waitsOn() -> Bool {
    guard let lastAnswered else { return false }
    let rest = context.http.idleTimeout - .nanoseconds(MonotonicInstant.now.since(lastAnswered))
    guard rest > .zero else { return false }
    deadline = .now + rest
    hasDeadline = true
    return true
  }

  func enter(_ phase: Phase) {
    self.phase = phase
    hasDeadline = false
  }

  var patience: Duration {
    switch phase {
    case .idle: context.http.idleTimeout
    case .head: context.http.headerTimeout
    case .body: context.http.bodyTimeout
    }
  }

  /// The duration of the wait for the present part of a request; zero if there was none.
  private var waitedNanoseconds: Int64 {
    guard hasDeadline, phase != .idle else { return 0 }
    let waited = (patience - ContinuousClock.now.duration(to: deadline)).components
    return max(0, waited.seconds * 1_000_000_000 + waited.attoseconds / 1_000_000_000)
  }

  func refuse(_ error: HTTPParseError) {
    refuse(RequestRefusal(status: error.status, code: error.code, message: error.message))
  }

  func refuseSlow() {
    refuse(.timeout)
  }

  /// Sends the response of a refused request. The connection must end afterwards.
  func refuse(_ refusal: RequestRefusal) {
    let id = set.nextRequestID()
    send(context.handler.response(to: refusal), id: id, isHead: false, keepAlive: false, version: .http11)
    set.record(
      id, "-", "-", client: remoteAddress, template: "malformed", status: refusal.status,
      nanoseconds: waitedNanoseconds)
    context.logger.info(
      "request refused",
      metadata: [
        "request_id": "\(id)", "status": "\(refusal.status)", "reason": "\(refusal.message)",
        "client": "\(remoteAddress)",
      ])
  }
}
