import HTTPCodec
import Net
import Runtime

/// Answers in the task of the connection, for routes that may wait.
extension HTTPConnection {
  /// Answers one request. - Returns: whether another one may follow on this connection.
  func answer(_ incoming: Incoming) async -> Bool {
    let started = MonotonicInstant.now
    let id = set.nextRequestID()
    guard var built = build(incoming, id: id) else {
      refuse(RequestRefusal.invalidTarget)
      return false
    }
    let isInside = context.http.basePath.strip(&built.request, &built.segments)
    let request = built.request
    let (outcome, template) =
      isInside
      ? await context.handler.dispatch(request, segments: built.segments)
      : (.respond(context.handler.response(to: .outsideBasePath)), "unmatched")
    switch outcome {
    case .respond(let response):
      if response.source != nil { return await stream(response, request, template, incoming, started) }
      let keepAlive = incoming.keepAlive && !set.isDraining
      send(
        response, id: id, isHead: incoming.head.line.method == "HEAD", keepAlive: keepAlive,
        version: incoming.head.line.version)
      record(request, template, response.status, started)
      guard keepAlive else { return false }
      // Responses to pipelined requests are written together, up to a bound.
      return connection.queuedBytes < Self.maxUnsentBytes ? connection.isOpen : await drained()
    case .upgrade(let endpoint, let request):
      upgrade(to: endpoint, request, head: incoming.head, template: template, started: started)
      return false
    }
  }

  func send(_ response: Response, id: String, isHead: Bool, keepAlive: Bool, version: HTTPVersion) {
    // Responses to pipelined requests are written together.
    let isLast = parser.unread == 0
    ResponseEncoder.encode(
      status: response.status, fields: response.fields, requestID: id, body: response.body, isHead: isHead,
      keepAlive: keepAlive, date: set.httpDate(), version: version
    ) { size, write in connection.write(upTo: size, immediately: isLast, write) }
  }

  /// Records a response. - Returns: the present time.
  @discardableResult
  func record(
    _ request: borrowing Request, _ template: String, _ status: Int, _ started: MonotonicInstant
  ) -> MonotonicInstant {
    record(request.id, request.method, request.path, request.remoteAddress, template, status, started)
  }

  func record(
    _ id: String, _ method: String, _ path: String, _ client: String, _ template: String, _ status: Int,
    _ started: MonotonicInstant
  ) -> MonotonicInstant {
    let now = MonotonicInstant.now
    set.record(
      id, method, path, client: client, template: template, status: status, nanoseconds: now.since(started))
    return now
  }

  /// Builds the request for handlers. - Returns: nil if its target is not valid.
  func build(_ incoming: Incoming, id: String) -> RequestBuilder.Built? {
    guard context.hasProxies else {
      var built = RequestBuilder.build(incoming.head, incoming.body, remoteAddress, id: id)
      built?.request.isSecure = connection.isEncrypted
      return built
    }
    let origin = context.http.proxies.origin(peer: remoteAddress, incoming.head.fields)
    connection.flow = Flow(clientAddress: origin.client)
    var built = RequestBuilder.build(incoming.head, incoming.body, origin.client, id: id)
    built?.request.isSecure = origin.isSecure ?? connection.isEncrypted
    return built
  }
}
