import HTTPCodec
import Logging
import Net
import Runtime

/// Serves one connection: requests one after another, until it closes or becomes a WebSocket. Confined to its loop's
/// thread.
///
/// It does the I/O for `RequestReception`, which decides what to wait for.
final class HTTPConnection {
  private let connection: ByteConnection
  private let context: ServerContext
  private let loopContext: LoopContext
  private let remoteAddress: String
  private let responses: ResponseWriter
  private var reception: RequestReception
  private var routes = SynchronousRouteCache()
  private var interception = RequestInterception()
  /// The WebSocket that the connection became.
  private var upgraded: UpgradedSocket?

  init(_ connection: ByteConnection, context: ServerContext, loopContext: LoopContext, remoteAddress: String) {
    self.connection = connection
    self.context = context
    self.loopContext = loopContext
    self.remoteAddress = remoteAddress
    responses = ResponseWriter(connection: connection, loopContext: loopContext)
    reception = RequestReception(context.http)
  }

  /// Serves the connection until it is closed or becomes a WebSocket.
  /// - Returns: the WebSocket to be run; nil if the connection is closed.
  func serve() async -> UpgradedSocket? {
    loopContext.opened(self)
    defer { loopContext.ended(self) }
    connection.owner = self
    while connection.isOpen {
      guard let incoming = await nextRequest(), await answer(incoming) else { break }
      if reception.hasUnread, connection.isTimeSliceOver() { await connection.waitForTimeSlice() }
    }
    if upgraded == nil { await LingeringClose(connection: connection, http: context.http).perform() }
    return upgraded
  }

  /// Closes the connection. A request that is being answered receives no response.
  func abort() { connection.close() }

  /// Ends the connection if it waits for a request.
  func endIfIdle() {
    if reception.isWaitingForRequest { connection.interrupt() }
  }

  // MARK: - Receiving

  private func nextRequest() async -> RequestReception.Incoming? {
    while true {
      do throws(HTTPParseError) {
        switch try reception.next(context.bodyPolicy) {
        case .request(let incoming): return incoming
        case .contentExpected: sendContinue()
        case nil: break
        }
      } catch {
        refuse(RequestRefusal(error))
        return nil
      }
      guard await receiveMore() else { return nil }
    }
  }

  /// Waits for bytes. - Returns: false if the connection must end; a late request was refused with 408.
  private func receiveMore() async -> Bool {
    switch reception.waitBegan(now: .now, isDraining: loopContext.isDraining) {
    case .end: return false
    case .refuse:
      refuse(.timeout(reception.timeoutSetting))
      return false
    case .receive(let deadline):
      let outcome = await unsafe connection.receive(until: deadline) { bytes in unsafe reception.received(bytes) }
      guard outcome == .timedOut else {
        reception.waitEnded()
        return outcome != .end
      }
      switch reception.deadlinePassed(now: .now, monotonic: .now) {
      case .wait: return true
      case .refuse: refuse(.timeout(reception.timeoutSetting))
      case .end: break
      }
      return false
    }
  }

  /// The next piece of streamed content; nil at its end.
  /// - Parameter number: of the stream. Only the last one of the connection has content.
  func nextContent(of number: Int) async throws(RequestRefusal) -> [UInt8]? {
    while true {
      let event: RequestReception.ContentEvent?
      do throws(HTTPParseError) { event = try reception.nextContent(of: number) } catch { throw RequestRefusal(error) }
      switch event {
      case .piece(let bytes): return bytes
      case .end: return nil
      case .abandoned: throw .truncated
      case .expected: sendContinue()
      case nil: break
      }
      guard let deadline = reception.contentWaitBegan(now: .now) else {
        throw .timeout(RequestReception.contentTimeoutSetting)
      }
      var count = 0
      let outcome = await unsafe connection.receive(until: deadline) { bytes in
        count += bytes.count
        unsafe reception.received(bytes)
      }
      reception.contentWaitEnded(count: count, now: .now)
      switch outcome {
      case .bytes, .interrupted: break
      case .end: throw .truncated
      case .timedOut: throw .timeout(RequestReception.contentTimeoutSetting)
      }
    }
  }

  private func sendContinue() { connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)) }

  /// Sends the response of a refused request. The connection must end afterwards.
  private func refuse(_ refusal: RequestRefusal) {
    let id = loopContext.nextRequestID()
    send(context.handler.response(to: refusal), id: id, isHead: false, keepAlive: false, version: .http11)
    loopContext.record(
      id, "-", "-", client: remoteAddress, template: "malformed", status: refusal.status,
      nanoseconds: reception.waitedNanoseconds(now: .now))
    context.logger.info(
      "request refused",
      metadata: [
        "request_id": "\(id)", "status": "\(refusal.status)", "reason": "\(refusal.message)",
        "client": "\(remoteAddress)",
      ])
  }

  // MARK: - Answering in the connection's task

  /// Answers one request. - Returns: whether another one may follow on this connection.
  private func answer(_ incoming: RequestReception.Incoming) async -> Bool {
    let started = MonotonicInstant.now
    let id = loopContext.nextRequestID()
    guard var built = build(incoming, id: id) else {
      refuse(.invalidTarget)
      return false
    }
    let isInside = context.http.basePath.strip(&built.request, &built.segments)
    if let number = incoming.streamNumber {
      built.request.stream = RequestBodyStream(LoopBound(self, on: connection.loop), number: number)
    }
    let request = built.request
    let exchange = isInside ? interception.begin(request, connection, context) : nil
    let answer: (outcome: RequestOutcome, template: String)?
    if let exchange {
      answer = await RequestInterception.dispatch(request, segments: built.segments, to: context.handler, exchange)
    } else if isInside {
      answer = await context.handler.dispatch(request, segments: built.segments)
    } else {
      answer = (.respond(context.handler.response(to: .outsideBasePath)), "unmatched")
    }
    guard let (outcome, template) = answer else { return false }
    let line = incoming.head.line
    let isHead = line.method == "HEAD"
    // The rest of content that the handler did not take is discarded while the connection ends.
    let isComplete = incoming.streamNumber == nil || reception.contentAbandoned()
    let keepAlive = incoming.keepAlive && isComplete && !loopContext.isDraining
    if let exchange, case .respond(let response) = outcome { exchange.responded(response) }
    switch outcome {
    case .respond(let response) where response.source != nil:
      let keepAlive = keepAlive && line.version == .http11
      let stream = StreamedResponse(connection: connection, context: context, requestID: id, version: line.version)
      let isOpen = await stream.send(response, isHead: isHead, keepAlive: keepAlive, date: loopContext.httpDate())
      responses.record(request, template, response.status, started)
      return isOpen && keepAlive ? await drained() : false
    case .respond(let response):
      send(response, id: id, isHead: isHead, keepAlive: keepAlive, version: line.version)
      responses.record(request, template, response.status, started)
      guard keepAlive else { return false }
      // Responses to pipelined requests are written together, up to a bound.
      return connection.queuedBytes < ResponseWriter.maxUnsentBytes ? connection.isOpen : await drained()
    case .upgrade(let endpoint, let request):
      let refusal = upgrade(to: endpoint, request, incoming.head)
      exchange?.responded(refusal)
      if let refusal { send(refusal, id: id, isHead: false, keepAlive: false, version: .http11) }
      responses.record(request, template, refusal?.status ?? 101, started)
      return false
    }
  }

  /// Upgrades the connection. - Returns: the response to a request that is refused.
  private func upgrade(to endpoint: any WebSocketEndpoint, _ request: Request, _ head: RequestHead) -> Response? {
    do throws(RequestRefusal) {
      let opening = SocketOpening(
        connection: connection, context: context, loopContext: loopContext, remoteAddress: remoteAddress)
      let (session, slot) = try opening.perform(endpoint, request, head, &interception)
      upgraded = UpgradedSocket(session, endpoint, request, remainder: reception.takeRemainder(), slot: slot)
      return nil
    } catch {
      return context.handler.response(to: error)
    }
  }

  private func send(_ response: Response, id: String, isHead: Bool, keepAlive: Bool, version: HTTPVersion) {
    responses.send(
      response, id: id, isHead: isHead, keepAlive: keepAlive, version: version, isLast: !reception.hasUnread)
  }

  /// Builds the request for handlers. - Returns: nil if its target is not valid.
  private func build(_ incoming: RequestReception.Incoming, id: String) -> RequestBuilder.Built? {
    let origin = context.hasProxies ? context.http.proxies.origin(peer: remoteAddress, incoming.head.fields) : nil
    if let origin { connection.flow = Flow(clientAddress: origin.client) }
    var built = RequestBuilder.build(incoming.head, incoming.body, origin?.client ?? remoteAddress, id: id)
    built?.request.isSecure = origin?.isSecure ?? connection.isEncrypted
    return built
  }

  // MARK: - Answering without a task

  /// Answers requests that arrive while the task waits for one, up to the first one whose route may wait. Resuming the
  /// task would cost more than the rest of such a response.
  /// - Returns: false if the task must continue.
  private func answerWaiting() -> Bool {
    if !reception.resumed() {
      guard let outcome = unsafe connection.receiveAvailable({ bytes in unsafe reception.received(bytes) }) else {
        return true
      }
      guard case .bytes(let count) = outcome else { return false }
      // A part of a TLS record contains no bytes of a request and moves no deadline.
      if count == 0 { return !connection.mayHoldMore }
    }
    var answered: MonotonicInstant?
    var isPaused = false
    do throws(HTTPParseError) {
      while !isPaused, let event = try reception.next(context.bodyPolicy) {
        guard case .request(let incoming) = event else {
          sendContinue()
          return false
        }
        guard let time = answerNow(incoming) else {
          reception.putBack(incoming)
          return false
        }
        answered = time
        isPaused = reception.hasUnread && connection.isTimeSliceOver()
      }
    } catch {
      // The parser throws the same error again in the task.
      return false
    }
    guard isPaused || !reception.isWithinRequest, connection.isOpen, !loopContext.isDraining else { return false }
    // An empty line before a request moves no deadline.
    if let answered, reception.answered(at: answered) {
      connection.postpone(to: .now + context.http.idleTimeout)
    }
    if isPaused { reception.paused() }
    if isPaused || connection.mayHoldMore { connection.yield() }
    return true
  }

  /// Answers one request. - Returns: the time of the response; nil, without effect, if the request needs a task.
  private func answerNow(_ incoming: RequestReception.Incoming) -> MonotonicInstant? {
    let line = incoming.head.line
    guard incoming.keepAlive, incoming.streamNumber == nil, !loopContext.isDraining,
      connection.queuedBytes < ResponseWriter.maxUnsentBytes,
      context.interceptor?.isActive != true, let route = routes.route(of: line, in: loopContext)
    else { return nil }
    let started = MonotonicInstant.now
    let id = loopContext.nextRequestID()
    if let constant = route.constant, context.sendsConstantResponses, line.version == .http11,
      !incoming.head.fields.contains("Authorization"), !incoming.head.fields.contains("Origin")
    {
      responses.send(constant, id: id, isLast: !reception.hasUnread)
      return responses.record(id, line.method, line.target.path, remoteAddress, route.path, constant.status, started)
    }
    guard var built = build(incoming, id: id), context.http.basePath.strip(&built.request, &built.segments),
      built.segments == nil, let response = route.respond(built.request)
    else { return nil }
    send(response, id: id, isHead: false, keepAlive: true, version: line.version)
    return responses.record(built.request, route.path, response.status, started)
  }

  /// Waits until the kernel has taken all queued bytes. Closes the connection if the peer reads nothing for too long.
  private func drained() async -> Bool { await connection.drained(timeout: context.http.idleTimeout) }
}

extension HTTPConnection: ByteConnectionOwner {
  func becameReadable() {
    guard reception.isWaitingForRequest, connection.isReceiving else { return connection.resumeReceive() }
    if !answerWaiting() { connection.interrupt() }
  }

  func flushed() {}

  func connectionClosed() { interception.connectionClosed() }
}
