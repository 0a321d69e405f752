import Bytes
import Logging
package import Net
package import Runtime

/// A listening server on a group of loops: accepts connections, distributes them over the loops, serves and drains them.
package final class HTTPServer: Sendable {
  private let context: ServerContext
  private let group: EventLoopGroup
  private let loopContexts: [LoopBound<LoopContext>]
  private let listeners: [LoopBound<Listener>]
  private let admission: ConnectionAdmission
  /// The addresses of the listening sockets, with their actual ports. Several only if systemd passed several.
  package let addresses: [ListenAddress]
  /// The first of `addresses`, as it is written in the configuration.
  package var address: String { addresses.first?.description ?? "" }

  /// Descriptors that are reserved for other uses: the database, metrics, reloaded keys.
  private static let descriptorsKept = 32

  private init(
    context: ServerContext, group: EventLoopGroup, loopContexts: [LoopBound<LoopContext>],
    listeners: [LoopBound<Listener>], admission: ConnectionAdmission, addresses: [ListenAddress]
  ) {
    self.context = context
    self.group = group
    self.loopContexts = loopContexts
    self.listeners = listeners
    self.admission = admission
    self.addresses = addresses
  }

  /// Listens and serves from now on.
  ///
  /// Some descriptors are reserved, because storage must not fail when many clients are connected. Further clients wait in
  /// the kernel until others disconnect.
  /// - Parameter address: in the format of `ListenAddress`.
  /// - Throws: `ListenError`, `SystemError`, `InvalidListenAddress`, `TooFewDescriptors`; no socket is open then.
  package static func start(
    on address: String, context: ServerContext, group: EventLoopGroup
  ) async throws -> HTTPServer {
    guard let parsed = ListenAddress(address) else { throw InvalidListenAddress(text: address) }
    let sockets = try ListeningSocket.open(parsed, mode: context.http.socketMode)
    let room = Descriptor.free() - descriptorsKept
    guard room > 0 else {
      for socket in sockets { socket.close() }
      throw TooFewDescriptors(missing: 1 - room)
    }
    let admission = ConnectionAdmission(context, room: room)
    context.interceptor?.starting(on: group)
    let loopContexts = await makeLoopContexts(of: group, context, admission)
    let nextLoop = Locked(0)
    let accepted: @Sendable (Int32, String) -> Void = { descriptor, remoteAddress in
      guard let slot = admission.accept(from: remoteAddress) else { return Descriptor.close(descriptor) }
      let index = nextLoop.withLock { next in
        next = (next + 1) % loopContexts.count
        return next
      }
      Self.adopt(
        descriptor, remoteAddress, slot, on: group.loops[index], loopContext: loopContexts[index], context: context)
    }
    let listeners = try await listen(
      on: sockets, loop: group.loops[0], logger: context.logger, accepted: accepted,
      hasRoom: { admission.counts.total < room })
    return HTTPServer(
      context: context, group: group, loopContexts: loopContexts, listeners: listeners, admission: admission,
      addresses: sockets.map(\.address))
  }

  private static func makeLoopContexts(
    of group: EventLoopGroup, _ context: ServerContext, _ admission: ConnectionAdmission
  ) async -> [LoopBound<LoopContext>] {
    var contexts: [LoopBound<LoopContext>] = []
    for loop in group.loops {
      contexts.append(
        await onLoop(loop) { LoopBound(LoopContext(loop: $0, context: context, admission: admission), on: $0) })
    }
    return contexts
  }

  /// Accepts connections of all sockets on one loop. - Throws: `SystemError`; all sockets are closed then.
  private static func listen(
    on sockets: [ListeningSocket], loop: EventLoop, logger: Logger,
    accepted: @escaping @Sendable (Int32, String) -> Void, hasRoom: @escaping @Sendable () -> Bool
  ) async throws -> [LoopBound<Listener>] {
    let acceptFailed: @Sendable (Int32) -> Void = { code in
      logger.warning("cannot accept connections for now", metadata: ["reason": "\(SystemError.reason(of: code))"])
    }
    return try await onLoop(loop) { loop in
      var listeners: [Listener] = []
      do {
        for socket in sockets {
          listeners.append(
            try Listener(
              socket: socket, loop: loop, accepted: accepted, hasRoom: hasRoom, acceptFailed: acceptFailed))
        }
        return Result<[LoopBound<Listener>], any Error>.success(listeners.map { LoopBound($0, on: loop) })
      } catch {
        for listener in listeners { listener.close() }
        for socket in sockets.dropFirst(listeners.count) { socket.close() }
        return .failure(error)
      }
    }.get()
  }

  /// Open connections.
  package var connectionCount: Int { admission.counts.total }

  /// Clients with connections that count for the limit by client.
  package var countedClients: Int { admission.counts.clients }

  /// Stops accepting, ends idle connections and closes WebSockets with 1001. Requests in progress are answered first.
  /// Returns when every connection is closed. Those that remain after `grace` are closed then, without a response.
  package func drain(within grace: Duration) async {
    context.interceptor?.stopping()
    let listeners = listeners
    await Self.onLoop(group.loops[0]) { _ in for listener in listeners { listener.value.close() } }
    for (loop, loopContext) in zip(group.loops, loopContexts) {
      let sessions = await Self.onLoop(loop) { _ in loopContext.value.drain() }
      for session in sessions { await session.close(1001, "going away") }
    }
    let deadline = ContinuousClock.now + grace
    while connectionCount > 0, .now < deadline { try? await Task.sleep(for: .milliseconds(10)) }
    guard connectionCount > 0 else { return }
    for (loop, loopContext) in zip(group.loops, loopContexts) {
      await Self.onLoop(loop) { _ in loopContext.value.closeAll() }
    }
  }

  /// The close code of ``closeSockets()``: Service Restart, of the IANA WebSocket Close Code Number Registry.
  package static let restartCode: UInt16 = 1012
  /// The reason text of the same close frame.
  static let restartReason = "data replaced"

  /// Closes all open WebSockets with ``restartCode``. The server continues to listen.
  package func closeSockets() async {
    for (loop, loopContext) in zip(group.loops, loopContexts) {
      let sessions = await Self.onLoop(loop) { _ in loopContext.value.openSessions }
      for session in sessions { await session.close(Self.restartCode, Self.restartReason) }
    }
  }

  private static func adopt(
    _ descriptor: Int32, _ remoteAddress: String, _ slot: ConnectionSlot, on loop: EventLoop,
    loopContext: LoopBound<LoopContext>, context: ServerContext
  ) {
    let spawned = loop.spawn { loop in
      guard
        let connection = try? ByteConnection(
          descriptor: descriptor, loop: loop, flow: Flow(clientAddress: remoteAddress),
          maxQueuedBytes: context.http.maxQueuedBytes),
        await TLSOpening.perform(
          connection, context: context, loopContext: loopContext.value, remoteAddress: remoteAddress),
        let socket = await HTTPConnection(
          connection, context: context, loopContext: loopContext.value, remoteAddress: remoteAddress
        ).serve()
      else { return slot.release() }
      await run(socket, slot, on: loop, loopContext: loopContext)
    }
    if !spawned {
      slot.release()
      Descriptor.close(descriptor)
    }
  }

  /// Runs a WebSocket in a task of its own, so that the memory of its request is released.
  private static func run(
    _ socket: UpgradedSocket, _ slot: ConnectionSlot, on loop: isolated EventLoop, loopContext: LoopBound<LoopContext>
  ) async {
    let bound = LoopBound(socket, on: loop)
    let body: @Sendable (isolated EventLoop) async -> Void = { _ in
      let socket = bound.value
      let session = socket.session
      let clientSlot = socket.slot
      loopContext.value.opened(session)
      if loopContext.value.isDraining { await session.close(1001, "going away") }
      await socket.run {
        loopContext.value.ended(session)
        clientSlot?.release()
        slot.release()
      }
    }
    if !loop.spawn(body) { await body(loop) }
  }

  private static func onLoop<Value: Sendable>(
    _ loop: EventLoop, _ body: @escaping @Sendable (isolated EventLoop) -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      loop.spawn { loop in continuation.resume(returning: body(loop)) }
    }
  }
}

/// The limit of descriptors (`ulimit -n`) is too low to serve a connection.
package struct TooFewDescriptors: Error, CustomStringConvertible {
  /// The minimum number of additional descriptors.
  package var missing: Int
  /// The limit and the missing number.
  package var description: String { "too few descriptors (ulimit -n): at least \(missing) more are needed" }
}

/// The configured listen address is not valid.
package struct InvalidListenAddress: Error, CustomStringConvertible {
  /// The configured text.
  package var text: String

  /// Creates the error of a text.
  package init(text: String) { self.text = text }

  /// The text and the valid formats.
  package var description: String { "\"\(text)\" is not HOST:PORT, unix:/PATH or systemd" }
}
