import Glibc
import Runtime

/// An HTTP server with scripted responses, which do not depend on the requests.
///
/// It listens on a free port of 127.0.0.1, each connection has a thread. The first request gets the first response and so
/// on; the last response is repeated.
package final class StubServer: Sendable {
  /// One request as received.
  package struct Request: Sendable {
    /// `POST /v1/chat/completions HTTP/1.1`
    package var line: String
    /// Names in lower case.
    package var fields: [String: String]
    /// The content of the request.
    package var body: [UInt8]
    /// The number of the connection, from 0.
    package var connection: Int
  }

  /// One step of the script.
  package enum Step: Sendable {
    case send([UInt8])
    /// Continues once the test opens the gate.
    case wait(Gate)
    /// Does nothing until the client disconnects or the server stops.
    case stall
    /// Ends the connection in order.
    case close
    /// Ends it with a reset.
    case reset
  }

  private struct State {
    var requests: [Request] = []
    var connections = 0
    var open: Set<Int32> = []
    var isStopped = false
    var awaited: [(count: Int, gate: Gate)] = []
  }

  /// The port of 127.0.0.1.
  package let port: UInt16
  /// Opened when a client disconnected during a response.
  package let abandoned = Gate()
  /// Opened when a client did not read for some time.
  package let blocked = Gate()
  private let answers: [[Step]]
  private let listener: Int32
  private let state = Locked(State())

  /// - Parameter isListening: false refuses connections, on a port that no other process gets meanwhile.
  /// - Throws: `WireError.cannotConnect` if there is no port.
  package init(_ answers: [[Step]], isListening: Bool = true) throws {
    self.answers = answers
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    port = try Self.bind(listener)
    guard isListening else { return }
    guard listen(listener, 64) == 0 else { throw WireError.cannotConnect("the port cannot be listened on") }
    try Thread(name: "stub") { [self] in accept() }.detach()
  }

  /// The requests received so far.
  package var requests: [Request] { state.withLock { $0.requests } }

  /// Waits until `count` requests have been received.
  package func asked(times count: Int = 1) async {
    let gate = Gate()
    let isReached = state.withLock { state in
      if state.requests.count < count { state.awaited.append((count, gate)) }
      return state.requests.count >= count
    }
    if !isReached { await gate.passed() }
  }

  /// Closes all connections and the listening socket.
  package func stop() {
    // Under the lock, and once: a descriptor that its thread has closed may already be another one's.
    state.withLock { state in
      guard !state.isStopped else { return }
      state.isStopped = true
      shutdown(listener, Int32(SHUT_RDWR))
      for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  private static func bind(_ listener: Int32) throws(WireError) -> UInt16 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe Glibc.bind(listener, generic, length) == 0 && getsockname(listener, generic, &length) == 0
      }
    }
    guard isBound else { throw .cannotConnect("no port") }
    return UInt16(bigEndian: address.sin_port)
  }

  private func accept() {
    defer {
      state.withLock { state in
        state.isStopped = true
        close(listener)
      }
    }
    while true {
      let descriptor = Glibc.accept(listener, nil, nil)
      guard descriptor >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        return
      }
      let number: Int? = state.withLock { state in
        guard !state.isStopped else { return nil }
        state.open.insert(descriptor)
        defer { state.connections += 1 }
        return state.connections
      }
      guard let number, (try? Thread(name: "stub") { [self] in serve(descriptor, number) }.detach()) != nil else {
        return end(descriptor)
      }
    }
  }

  private func serve(_ descriptor: Int32, _ number: Int) {
    let connection = StubServerConnection(descriptor: descriptor, blocked: blocked, abandoned: abandoned)
    while let request = connection.receive(number: number) {
      let (steps, reached) = state.withLock { state in
        state.requests.append(request)
        let count = state.requests.count
        return (
          answers.isEmpty ? [] : answers[min(count, answers.count) - 1],
          state.awaited.filter { $0.count <= count }.map(\.gate)
        )
      }
      for gate in reached { gate.open() }
      guard connection.play(steps) else { break }
    }
    end(descriptor)
  }

  private func end(_ descriptor: Int32) {
    state.withLock { state in
      _ = state.open.remove(descriptor)
      close(descriptor)
    }
  }
}
