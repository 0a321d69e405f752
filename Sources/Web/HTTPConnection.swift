import Bytes
import HTTPCodec
import Logging
import Net
import Runtime
import WebSocketCodec

/// Serves one connection: requests one after another, until it ends or becomes a WebSocket.
///
/// Not `Sendable`: it lives on its loop's thread.
final class HTTPConnection {
  private let connection: ByteConnection
  private let context: ServerContext
  private let set: ConnectionSet
  private let remoteAddress: String
  private var parser: RequestParser
  /// The request that is being received.
  private var partial: Incoming?
  /// One that was received while nobody waited for it.
  private var received: Incoming?
  /// What is waited for, and until when, where that part has not just begun.
  private var phase = Phase.head
  private var deadline = ContinuousClock.now
  private var hasDeadline = false
  /// When a request was last answered for which the task, in its present wait, was not resumed.
  private var lastAnswered: Moment?
  /// The request line that was last looked up, and the route that answers it without waiting.
  private var routedLine: RequestLine?
  private var route: Route?
  /// Whether it waits with no byte of a request received.
  private var isWaiting = false
  /// The socket that the connection has become.
  private var upgraded: UpgradedSocket?
  /// Answers that may wait for the kernel before the next request is looked at.
  private static let maxUnsentBytes = 64 << 10

  init(_ connection: ByteConnection, context: ServerContext, set: ConnectionSet, remoteAddress: String) {
    self.connection = connection
    self.context = context
    self.set = set
    self.remoteAddress = remoteAddress
    self.parser = RequestParser(limits: context.http.limits)
  }

  /// Serves until the connection is over; it is closed then, unless it has become a WebSocket.
  /// - Returns: the socket to be run.
  func serve() async -> UpgradedSocket? {
    set.opened(self)
    defer { set.ended(self) }
    connection.owner = self
    while connection.isOpen {
      guard let incoming = await nextRequest() else { break }
      enter(.idle)
      guard await answer(incoming) else { break }
    }
    if upgraded == nil { await lingerAndClose() }
    return upgraded
  }

  /// Ends the connection where it waits for a request.
  func endIfIdle() {
    if isWaiting { connection.interrupt() }
  }

  private enum Phase {
    /// No byte of a request has come yet, after the first one of the connection.
    case idle
    case head
    case body
  }

  private struct Incoming {
    var head: RequestHead
    var body: [UInt8] = []
    var keepAlive: Bool
  }

  // MARK: - Reading

  private func nextRequest() async -> Incoming? {
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

  /// A request that is complete; nil where bytes are missing.
  private func takeRequest() throws(HTTPParseError) -> Incoming? {
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

  /// Waits for bytes. - Returns: false where none will come in time; the peer has been told then.
  private func receiveMore() async -> Bool {
    let isIdle = !parser.isWithinRequest
    if phase == .idle, !isIdle { enter(.head) }
    if isIdle && set.isDraining { return false }
    let now = ContinuousClock.now
    if !hasDeadline {
      hasDeadline = true
      deadline = now + patience
    }
    // A peer whose next byte is always there already would never be found waiting.
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

  /// Whether requests that were answered meanwhile have moved the deadline. All but the first do not move it themselves,
  /// which would cost each of them more than this costs once in an idle time-out.
  private func waitsOn() -> Bool {
    guard let lastAnswered else { return false }
    let rest = context.http.idleTimeout - .nanoseconds(Moment.now.since(lastAnswered))
    guard rest > .zero else { return false }
    deadline = .now + rest
    hasDeadline = true
    return true
  }

  /// Answers requests that have come while `receive` waits for the next one, as far as their routes wait for nothing: to
  /// resume a task costs more than the rest of such an answer.
  /// - Returns: false where the task has to go on, with what it finds in the parser and in `received`.
  private func answerWaiting() -> Bool {
    guard let outcome = unsafe connection.receiveAvailable({ bytes in unsafe parser.receive(bytes) }) else {
      return true
    }
    guard case .bytes(let count) = outcome else { return false }
    // A part of a record of TLS brings nothing, and moves no deadline.
    if count == 0 { return !connection.mayHoldMore }
    var answered: Moment?
    do throws(HTTPParseError) {
      while let incoming = try takeRequest() {
        enter(.idle)
        guard let moment = answerNow(incoming) else {
          received = incoming
          return false
        }
        answered = moment
      }
    } catch {
      // The parser says it again when it is asked again.
      return false
    }
    guard !parser.isWithinRequest, connection.isOpen, !set.isDraining else { return false }
    // An empty line before a request moves no deadline either.
    if let answered {
      // Only the first answer of a wait: the deadline may be that of the connection's first request, which is another one.
      if lastAnswered == nil { connection.postpone(to: .now + context.http.idleTimeout) }
      lastAnswered = answered
    }
    return !connection.mayHoldMore
  }

  private func enter(_ phase: Phase) {
    self.phase = phase
    hasDeadline = false
  }

  private var patience: Duration {
    switch phase {
    case .idle: context.http.idleTimeout
    case .head: context.http.headerTimeout
    case .body: context.http.bodyTimeout
    }
  }

  private func refuse(_ error: HTTPParseError) {
    refuse(Problem(status: error.status, code: error.code, message: error.message))
  }

  private func refuseSlow() {
    refuse(Problem(status: 408, code: "REQUEST_TIMEOUT", message: "The request did not arrive in time."))
  }

  /// Answers what no handler sees.
  private func refuse(_ problem: Problem) {
    let id = set.nextRequestID()
    send(problem.response, id: id, isHead: false, keepAlive: false, version: .http11)
    set.count("-", "malformed", problem.status, nanoseconds: 0)
    context.dispatcher.logger.info(
      "request refused",
      metadata: [
        "request_id": "\(id)", "status": "\(problem.status)", "reason": "\(problem.message)",
        "client": "\(remoteAddress)",
      ])
  }

  // MARK: - Answering

  /// - Returns: whether another request may follow on this connection.
  private func answer(_ incoming: Incoming) async -> Bool {
    let started = Moment.now
    let id = set.nextRequestID()
    guard var built = build(incoming, id: id) else {
      refuse(.badRequest(code: "BAD_REQUEST", "The request target is not valid."))
      return false
    }
    let isInside = context.http.basePath.strip(&built.request, &built.segments)
    let request = built.request
    let (outcome, template) =
      isInside
      ? await context.dispatcher.dispatch(request, segments: built.segments)
      : (.respond(Problem.notFound().response), "unmatched")
    switch outcome {
    case .respond(let response):
      if response.source != nil { return await stream(response, request, template, incoming, started) }
      let keepAlive = incoming.keepAlive && !set.isDraining
      send(
        response, id: id, isHead: incoming.head.line.method == "HEAD", keepAlive: keepAlive,
        version: incoming.head.line.version)
      record(request, template, response.status, started)
      guard keepAlive else { return false }
      // Answers to pipelined requests go out together, unless they pile up.
      return connection.queuedBytes < Self.maxUnsentBytes ? connection.isOpen : await drained()
    case .upgrade(let endpoint, let request):
      upgrade(to: endpoint, request, head: incoming.head, template: template, started: started)
      return false
    }
  }

  /// Sends a response while it is made. - Returns: whether another request may follow.
  private func stream(
    _ response: Response, _ request: Request, _ template: String, _ incoming: Incoming,
    _ started: Moment
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
        // What was said so far goes, without an end to it.
        _ = await drained()
        connection.close()
        return false
      }
    }
    return keepAlive ? await drained() : false
  }

  /// - Returns: false where the rest of the content is missing.
  private func send(_ source: any BodySource, inChunks: Bool, requestID: String) async -> Bool {
    var source = source
    do {
      while let piece = try await source.next() {
        guard connection.isOpen else { return false }
        guard !piece.isEmpty else { continue }
        connection.write(inChunks ? ResponseEncoder.chunk(piece) : piece)
        if connection.queuedBytes >= Self.maxUnsentBytes, await !drained() { return false }
      }
    } catch {
      context.dispatcher.logger.error(
        "a streamed response broke off", metadata: ["request_id": "\(requestID)", "error": "\(error)"])
      return false
    }
    if inChunks { connection.write(ResponseEncoder.lastChunk) }
    return connection.isOpen
  }

  /// - Returns: nil where the target is not valid.
  private func build(_ incoming: Incoming, id: String) -> RequestBuilder.Built? {
    guard context.hasProxies else {
      var built = RequestBuilder.build(incoming.head, incoming.body, remoteAddress, id: id)
      built?.request.isSecure = connection.isEncrypted
      return built
    }
    let origin = context.http.proxies.origin(peer: remoteAddress, incoming.head.fields)
    var built = RequestBuilder.build(incoming.head, incoming.body, origin.client, id: id)
    built?.request.isSecure = origin.isSecure ?? connection.isEncrypted
    return built
  }

  /// - Returns: when it was answered; nil, with nothing done, where the request needs a task.
  private func answerNow(_ incoming: Incoming) -> Moment? {
    let line = incoming.head.line
    guard incoming.keepAlive, !set.isDraining, connection.queuedBytes < Self.maxUnsentBytes,
      let route = immediateRoute(line)
    else { return nil }
    let started = Moment.now
    let id = set.nextRequestID()
    if let prepared = route.prepared, context.sendsPrepared, line.version == .http11,
      incoming.head.fields["Authorization"] == nil
    {
      connection.write(upTo: prepared.size(idBytes: id.utf8.count), atOnce: parser.unread == 0) {
        prepared.write(requestID: id, date: set.httpDate(), to: &$0)
      }
      return record(id, line.method, line.target.path, remoteAddress, route.template, prepared.status, started)
    }
    guard var built = build(incoming, id: id), context.http.basePath.strip(&built.request, &built.segments),
      built.segments == nil, let response = context.dispatcher.answerNow(built.request, route)
    else { return nil }
    send(response, id: id, isHead: false, keepAlive: true, version: line.version)
    return record(built.request, route.template, response.status, started)
  }

  /// The route that answers `line` without waiting. A line that was read again is the same object.
  private func immediateRoute(_ line: RequestLine) -> Route? {
    if line !== routedLine {
      routedLine = line
      route = set.immediateRoute(line.method, line.target.path)
    }
    return route
  }

  private func send(_ response: Response, id: String, isHead: Bool, keepAlive: Bool, version: HTTPVersion) {
    // Answers to pipelined requests go out together.
    let atOnce = parser.unread == 0
    ResponseEncoder.encode(
      status: response.status, fields: response.fields, requestID: id, body: response.body, isHead: isHead,
      keepAlive: keepAlive, date: set.httpDate(), version: version
    ) { size, write in connection.write(upTo: size, atOnce: atOnce, write) }
  }

  /// - Returns: this moment.
  @discardableResult
  private func record(
    _ request: borrowing Request, _ template: String, _ status: Int, _ started: Moment
  ) -> Moment {
    record(request.id, request.method, request.path, request.remoteAddress, template, status, started)
  }

  private func record(
    _ id: String, _ method: String, _ path: String, _ client: String, _ template: String, _ status: Int,
    _ started: Moment
  ) -> Moment {
    let now = Moment.now
    set.record(
      id, method, path, client: client, template: template, status: status, nanoseconds: now.since(started))
    return now
  }

  private func lingerAndClose() async {
    guard connection.isOpen else { return }
    guard await drained() else { return }
    // Closing with unread input makes the kernel reset the connection, and the answer may be lost with it.
    connection.shutdownWriting()
    let deadline = ContinuousClock.now + .seconds(1)
    var patience = 1 << 20
    while connection.isOpen, patience > 0, ContinuousClock.now < deadline {
      guard case .bytes(let count) = await unsafe connection.receive(until: deadline, { _ in }) else { break }
      patience -= count
    }
    connection.close()
  }

  /// Waits for the peer to take what is queued, and cuts it where it takes nothing for too long.
  private func drained() async -> Bool { await connection.drained(patience: context.http.idleTimeout) }

  // MARK: - Upgrading

  private func upgrade(
    to endpoint: any WebSocketEndpoint, _ request: Request, head: RequestHead, template: String,
    started: Moment
  ) {
    let key: String
    switch Handshake.check(method: head.line.method, version: head.line.version, fields: head.fields) {
    case .accept(let value): key = value
    case .notUpgrade:
      refuseUpgrade(status: 426, "This address speaks WebSocket.", request, template, started)
      return
    case .refuse(let status, let reason):
      refuseUpgrade(status: status, reason, request, template, started)
      return
    }
    let limits = endpoint.limits(context.webSocket)
    let deflate: DeflateParameters?
    do throws(MalformedExtensions) {
      deflate = limits.permessageDeflate ? try DeflateParameters.negotiate(head.fields) : nil
    } catch {
      refuseUpgrade(status: 400, "Sec-WebSocket-Extensions is not valid.", request, template, started)
      return
    }
    connection.write(
      UpgradeResponse.switchingProtocols(
        key: key, extensions: deflate?.response, date: set.httpDate()))
    record(request, template, 101, started)
    connection.maxQueuedBytes = limits.maxQueuedBytes
    let driver = WebSocketDriver(connection, limits, deflate: deflate)
    let loop = connection.loop
    let session = WebSocketSession(id: request.id, driver: LoopBound(driver, on: loop), loop: loop)
    upgraded = UpgradedSocket(session, endpoint, request, remainder: parser.takeRemainder())
  }

  private func refuseUpgrade(
    status: Int, _ reason: String, _ request: Request, _ template: String, _ started: Moment
  ) {
    let fields = status == 426 ? ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"] : [:]
    let code = status == 426 ? "UPGRADE_REQUIRED" : "BAD_UPGRADE"
    let response = Problem(status: status, code: code, message: reason, fields: fields).response
    send(response, id: request.id, isHead: false, keepAlive: false, version: .http11)
    record(request, template, status, started)
  }
}

extension HTTPConnection: ByteConnectionOwner {
  func becameReadable() {
    guard isWaiting, connection.isAwaited else { return connection.tryAgain() }
    if !answerWaiting() { connection.interrupt() }
  }

  func flushed() {}

  func connectionClosed() {}
}
