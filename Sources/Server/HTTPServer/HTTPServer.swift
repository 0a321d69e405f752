import Bytes
import Logging
package import Net
package import Runtime

/// A listening server on a group of loops: accepts connections, spreads them, serves them, drains them.
package final class HTTPServer: Sendable {
  private let context: ServerContext
  private let group: EventLoopGroup
  private let sets: [LoopBound<LoopContext>]
  private let listeners: [LoopBound<Listener>]
  private let admission: ConnectionAdmission
  /// What is listened on, with the real port; several only where systemd opened several.
  package let addresses: [ListenAddress]
  /// The first of `addresses`, as it is written in the configuration.
  package var address: String { addresses.first?.description ?? "" }

  /// Descriptors that connections never take: files of the database, of the metrics, of new keys.
  private static let descriptorsKept = 32

  private init(
    context: ServerContext, group: EventLoopGroup, sets: [LoopBound<LoopContext>],
    listeners: [LoopBound<Listener>], admission: ConnectionAdmission, addresses: [ListenAddress]
  ) {
    self.context = context
    self.group = group
    self.sets = sets
    self.listeners = listeners
    self.admission = admission
    self.addresses = addresses
  }

  /// Listens and serves from now on.
  ///
  /// A part of the descriptors is kept from connections: storage must not fail because many clients are here. Clients
  /// beyond that wait in the kernel until others leave.
  /// - Parameter address: what `ListenAddress` reads.
  /// - Throws: `ListenError`, `SystemError`, `InvalidListenAddress`, `TooFewDescriptors`.
  package static func start(
    on address: String, context: ServerContext, group: EventLoopGroup
  ) async throws -> HTTPServer {
    guard let parsed = ListenAddress(address) else { throw InvalidListenAddress(text: address) }
    let sockets = try ListeningSocket.open(parsed, mode: context.http.socketMode)
    let room = Descriptor.free() - descriptorsKept
    guard room > 0 else { throw TooFewDescriptors(missing: 1 - room) }
    let admission = ConnectionAdmission(context, room: room)
    var sets: [LoopBound<LoopContext>] = []
    for loop in group.loops {
      let idPrefix = context.environment.newID().prefix(8) + "-"
      sets.append(
        await onLoop(loop) {
          LoopBound(LoopContext(idPrefix: String(idPrefix), loop: $0, context: context, admission: admission), on: $0)
        })
    }
    let allSets = sets
    let nextLoop = Locked(0)
    let accepted: @Sendable (Int32, String) -> Void = { descriptor, remoteAddress in
      guard let slot = admission.accept(from: remoteAddress) else { return Descriptor.close(descriptor) }
      let index = nextLoop.withLock { next in
        next = (next + 1) % allSets.count
        return next
      }
      Self.adopt(descriptor, remoteAddress, slot, on: group.loops[index], set: allSets[index], context: context)
    }
    let hasRoom: @Sendable () -> Bool = { admission.counts.total < room }
    let logger = context.logger
    let acceptFailed: @Sendable (Int32) -> Void = { code in
      logger.warning("cannot accept connections for now", metadata: ["reason": "\(SystemError.reason(of: code))"])
    }
    let listeners = await onLoop(group.loops[0]) { loop in
      Result {
        try sockets.map { socket -> LoopBound<Listener> in
          let listener = try Listener(
            socket: socket, loop: loop, accepted: accepted, hasRoom: hasRoom, acceptFailed: acceptFailed)
          return LoopBound(listener, on: loop)
        }
      }
    }
    return HTTPServer(
      context: context, group: group, sets: sets, listeners: try listeners.get(), admission: admission,
      addresses: sockets.map(\.address))
  }

  /// Open connections.
  package var connectionCount: Int { admission.counts.total }

  /// Clients with connections that count for the limit by client.
  package var countedClients: Int { admission.counts.clients }

  /// Stops accepting, ends idle connections, closes sockets with 1001; requests in progress are answered first.
  ///
  /// - Returns: once every connection is gone, or when `grace` is over.
  package func drain(within grace: Duration) async {
    let listeners = listeners
    await Self.onLoop(group.loops[0]) { _ in for listener in listeners { listener.value.close() } }
    for (loop, set) in zip(group.loops, sets) {
      let sessions = await Self.onLoop(loop) { _ in set.value.drain() }
      for session in sessions { await session.close(1001, "going away") }
    }
    let deadline = ContinuousClock.now + grace
    while connectionCount > 0, .now < deadline { try? await Task.sleep(for: .milliseconds(10)) }
  }

  private static func adopt(
    _ descriptor: Int32, _ remoteAddress: String, _ slot: ConnectionSlot, on loop: EventLoop,
    set: LoopBound<LoopContext>, context: ServerContext
  ) {
    let spawned = loop.spawn { loop in
      guard
        let connection = try? ByteConnection(
          descriptor: descriptor, loop: loop, flow: Flow(clientAddress: remoteAddress),
          maxQueuedBytes: context.http.maxQueuedBytes),
        await TLSOpening.perform(connection, context: context, set: set.value, remoteAddress: remoteAddress),
        let socket = await HTTPConnection(
          connection, context: context, set: set.value, remoteAddress: remoteAddress
        ).serve()
      else { return slot.release() }
      await run(socket, slot, on: loop, set: set)
    }
    if !spawned {
      slot.release()
      Descriptor.close(descriptor)
    }
  }

  /// Runs a socket in a task of its own, so that nothing its request needed is held for as long as it is open.
  private static func run(
    _ socket: UpgradedSocket, _ slot: ConnectionSlot, on loop: isolated EventLoop, set: LoopBound<LoopContext>
  ) async {
    let bound = LoopBound(socket, on: loop)
    let body: @Sendable (isolated EventLoop) async -> Void = { _ in
      let socket = bound.value
      let session = socket.session
      let clientSlot = socket.slot
      set.value.opened(session)
      if set.value.isDraining { await session.close(1001, "going away") }
      await socket.run {
        set.value.ended(session)
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

/// The process may open too few descriptors to serve anyone.
package struct TooFewDescriptors: Error, CustomStringConvertible {
  /// How many more are needed at least.
  package var missing: Int
  package var description: String { "too few descriptors (ulimit -n): at least \(missing) more are needed" }
}

/// The configured listen address is none.
package struct InvalidListenAddress: Error, CustomStringConvertible {
  package var text: String

  package init(text: String) { self.text = text }

  package var description: String { "\"\(text)\" is not HOST:PORT, unix:/PATH or systemd" }
}
