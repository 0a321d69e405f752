import Glibc
import Net
import Runtime
import TestSupport
import Testing

@Suite struct ByteConnectionTests {
  /// The other end of a connection under test; its calls do not block.
  private struct Peer: Sendable {
    let descriptor: Int32

    func send(_ bytes: [UInt8]) {
      _ = unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// All available bytes.
    func receive() -> [UInt8] {
      var all: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65536)
      while true {
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return all }
        all += buffer[..<count]
      }
    }

    func end() { shutdown(descriptor, Int32(SHUT_WR)) }
  }

  /// Runs `body` on a loop with a connection, whose other end is a socket of the test.
  private func withConnection(
    maxQueuedBytes: Int = 16 << 20,
    _ body: @escaping @Sendable (isolated EventLoop, ByteConnection, Peer) async -> Void
  ) async throws {
    var ends: [Int32] = [0, 0]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
    let (own, other) = (ends[0], ends[1])
    let group = try EventLoopGroup(count: 1)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      group.loops[0].spawn { loop in
        if let connection = try? ByteConnection(descriptor: own, loop: loop, maxQueuedBytes: maxQueuedBytes) {
          await body(loop, connection, Peer(descriptor: other))
          connection.close()
        } else {
          Issue.record("no connection")
        }
        continuation.resume()
      }
    }
    group.stopAndJoin()
    close(other)
  }

  @Test func receivesBytesAndThenTheEnd() async throws {
    try await withConnection { _, connection, peer in
      peer.send([1, 2, 3])
      var bytes: [UInt8] = []
      #expect(await unsafe connection.receive(until: nil) { unsafe bytes.append(contentsOf: $0) } == .bytes(3))
      #expect(bytes == [1, 2, 3])
      peer.send([4])
      peer.end()
      #expect(await unsafe connection.receive(until: nil) { unsafe bytes.append(contentsOf: $0) } == .bytes(1))
      #expect(await unsafe connection.receive(until: nil) { _ in } == .end)
      #expect(connection.isOpen, "the peer may still read")
      connection.write([9])
      #expect(await connection.drained())
      #expect(peer.receive() == [9])
    }
  }

  @Test func timesOutAtTheDeadlineAndContinues() async throws {
    try await withConnection { _, connection, peer in
      #expect(await unsafe connection.receive(until: .now + .milliseconds(20)) { _ in } == .timedOut)
      peer.send([1])
      #expect(await unsafe connection.receive(until: .now + .seconds(10)) { _ in } == .bytes(1))
    }
  }

  @Test func isInterruptedOnce() async throws {
    try await withConnection { _, connection, peer in
      peer.send([1])
      connection.interrupt()
      #expect(await unsafe connection.receive(until: nil) { _ in } == .interrupted)
      #expect(await unsafe connection.receive(until: nil) { _ in } == .bytes(1))
    }
  }

  @Test func writesEverythingInOrder() async throws {
    try await withConnection { _, connection, peer in
      for number in 0..<200 { connection.write([UInt8](repeating: UInt8(number), count: number)) }
      #expect(await connection.drained())
      #expect(connection.queuedBytes == 0)
      #expect(peer.receive() == (0..<200).flatMap { [UInt8](repeating: UInt8($0), count: $0) })
    }
  }

  @Test func writesPiecesOfAllSizesToASlowReader() async throws {
    try await withConnection { _, connection, peer in
      var generator = SeededGenerator(seed: 28)
      var expected: [UInt8] = []
      for number in 0..<20_000 {
        let count = number % 500 == 0 ? 100_000 : Int.random(in: 1...40, using: &generator)
        let piece = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: count)
        connection.write(piece)
        expected += piece
      }
      var received: [UInt8] = []
      while received.count < expected.count, connection.isOpen {
        received += peer.receive()
        await Task.yield()
      }
      #expect(received == expected)
      #expect(await connection.drained())
    }
  }

  @Test func callsItsOwner() async throws {
    try await withConnection { _, connection, peer in
      await withCheckedContinuation { continuation in
        let owner = Owner(connection) { continuation.resume() }
        connection.owner = owner
        connection.write([9])
        peer.send([1, 2])
        peer.end()
      }
      #expect(!connection.isOpen && connection.owner == nil)
      #expect(peer.receive() == [9])
    }
  }

  /// An owner that closes the connection after all bytes, the end of input and the flush.
  private final class Owner: ByteConnectionOwner {
    private let connection: ByteConnection
    private let done: () -> Void
    private var received: [UInt8] = []
    private var isFlushed = false

    init(_ connection: ByteConnection, _ done: @escaping () -> Void) {
      self.connection = connection
      self.done = done
    }

    func becameReadable() {
      while let outcome = unsafe connection.receiveAvailable({ unsafe received.append(contentsOf: $0) }) {
        guard outcome == .end else { continue }
        #expect(received == [1, 2] && isFlushed)
        return connection.close()
      }
    }

    func flushed() { isFlushed = true }

    func connectionClosed() { done() }
  }

  @Test func closesWhenTheOutputExceedsItsLimit() async throws {
    try await withConnection(maxQueuedBytes: 1000) { _, connection, peer in
      connection.write([UInt8](repeating: 1, count: 1000))
      #expect(connection.isOpen)
      connection.write([1])
      #expect(!connection.isOpen && connection.peerWasTooSlow && connection.queuedBytes == 0)
      #expect(await !connection.drained())
      #expect(await unsafe connection.receive(until: nil) { _ in } == .end)
      connection.write([1])
      #expect(connection.queuedBytes == 0)
    }
  }

  @Test func closesIfThePeerReadsNothingUntilTheTimeout() async throws {
    try await withConnection { _, connection, peer in
      connection.write([UInt8](repeating: 1, count: 8 << 20))
      #expect(await !connection.drained(timeout: .milliseconds(50)))
      #expect(!connection.isOpen && connection.peerWasTooSlow)
    }
  }

  @Test func survivesADisconnectedPeer() async throws {
    try await withConnection { _, connection, peer in
      shutdown(peer.descriptor, Int32(SHUT_RDWR))
      connection.write([UInt8](repeating: 1, count: 100))
      _ = await connection.drained()
      #expect(await unsafe connection.receive(until: .now + .seconds(10)) { _ in } == .end)
    }
  }
}
