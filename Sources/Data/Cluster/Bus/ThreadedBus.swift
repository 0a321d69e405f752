import Bytes
import Crypto
package import Logging
import Runtime

/// A bus with a thread of its own, which sends, receives, and connects again after a loss.
package final class ThreadedBus: Bus {
  /// The figures of a bus, for `/metrics`.
  package struct Figures: Sendable {
    /// Hints sent to other nodes.
    package var sent: Int = 0
    /// Hints received from other nodes.
    package var received: Int = 0
    /// Hints that were dropped before they were sent.
    package var dropped: Int = 0
    /// The number of times at which hints may have been lost.
    package var losses: Int = 0
    /// Whether the bus has a connection.
    package var isConnected = false
  }

  private struct State {
    var queue = HintQueue()
    var figures = Figures()
    var isStopped = false
    var thread: Thread?
  }

  /// The time after which a quiet connection is checked.
  private static let checkInterval: Duration = .seconds(5)
  /// The pause before the next attempt to connect.
  private static let retryInterval: Duration = .milliseconds(300)

  private let receivers = HintReceivers()
  private let state = Locked(State())
  private let wakeUp: WakeUp
  private let codec: HintCodec
  private let makeEngine: @Sendable () -> any BusEngine
  private let logger: Logger

  /// - Parameter engine: makes the connection, on the thread of the bus.
  /// - Throws: `SystemError` if the process has no descriptor left.
  package init(logger: Logger, engine: @escaping @Sendable () -> any BusEngine) throws {
    codec = HintCodec(sender: Hex.encode(SecureRandom.bytes(8)))
    makeEngine = engine
    self.logger = logger
    wakeUp = try WakeUp()
  }

  /// The figures at this moment. Any thread.
  package var figures: Figures {
    state.withLock { state in
      var figures = state.figures
      figures.dropped = state.queue.droppedCount
      return figures
    }
  }

  /// Adds a hint to the queue (`Bus`).
  package func send(_ hint: Hint) {
    if state.withLock({ $0.queue.add(hint) }) { wakeUp.signal() }
  }

  /// Sets the receiver of a kind (`Bus`), which is called on the thread of the bus.
  package func receive(_ kind: Hint.Kind, _ body: @escaping @Sendable (Hint) -> Void) { receivers.set(kind, body) }

  /// Adds a body for the loss of hints (`Bus`), which is called on the thread of the bus.
  package func recover(_ body: @escaping @Sendable () -> Void) { receivers.add(body) }

  /// Starts the thread, which connects.
  /// - Throws: `SystemError` if the thread cannot be started.
  package func start() throws {
    let thread = try Thread(name: "bus") { [self] in run() }
    state.withLock { $0.thread = thread }
  }

  /// Sends the waiting hints and ends the thread. Waits at most three seconds for it.
  package func stop() async {
    let thread = state.withLock { state in
      state.isStopped = true
      return state.thread
    }
    wakeUp.signal()
    _ = await thread?.join(within: .seconds(3))
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  /// The body of the thread.
  private func run() {
    var engine = makeEngine()
    defer { engine.disconnect() }
    var hasLogged = false
    while !isStopped {
      do {
        try engine.connect()
        if hasLogged { logger.info("bus connected", metadata: ["engine": "\(engine.name)"]) }
        hasLogged = false
        connected()
        try exchange(&engine)
      } catch {
        engine.disconnect()
        state.withLock { state in
          state.figures.isConnected = false
          state.queue.drop()
        }
        if !hasLogged {
          logger.warning("bus has no connection", metadata: ["engine": "\(engine.name)", "error": "\(error)"])
        }
        hasLogged = true
        if !isStopped { wakeUp.wait(for: Self.retryInterval) }
      }
    }
  }

  /// A new connection has missed what others sent before it.
  private func connected() {
    state.withLock { state in
      state.figures.isConnected = true
      state.figures.losses += 1
    }
    receivers.lost()
  }

  /// Sends and receives until the bus stops.
  private func exchange(_ engine: inout some BusEngine) throws {
    var lastAnswer = MonotonicInstant.now
    while true {
      let (hints, isStopped) = state.withLock { ($0.queue.take(), $0.isStopped) }
      if !hints.isEmpty {
        do {
          try engine.send(hints.map(codec.encode))
        } catch {
          state.withLock { $0.queue.drop(and: hints) }
          throw error
        }
        state.withLock { $0.figures.sent += hints.count }
        lastAnswer = .now
      }
      if isStopped { return }
      let texts = try engine.receive()
      for text in texts { deliver(text) }
      if !texts.isEmpty { lastAnswer = .now }
      if Duration.nanoseconds(MonotonicInstant.now.since(lastAnswer)) >= Self.checkInterval {
        try engine.check()
        lastAnswer = .now
        continue
      }
      if state.withLock({ $0.queue.isEmpty }) { wakeUp.wait(or: engine.descriptor, for: Self.checkInterval) }
    }
  }

  private func deliver(_ text: String) {
    guard let hint = codec.decode(text) else { return }
    state.withLock { state in
      state.figures.received += 1
      if hint.kind == HintQueue.lost { state.figures.losses += 1 }
    }
    if hint.kind == HintQueue.lost { receivers.lost() } else { receivers.deliver(hint) }
  }
}
