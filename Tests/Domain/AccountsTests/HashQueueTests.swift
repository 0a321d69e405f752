import Net
import Runtime
import Testing

@testable import Accounts

@Suite struct HashQueueTests {
  /// One row of a script: a request `NAME` of `client`, and what must come of it.
  enum Result: Equatable {
    case accepted, refused
    case displaces(String)
  }

  private static func client(_ name: String) -> ClientNetwork { ClientNetwork(clientAddress: name) }

  private static func append(_ name: String, to queue: inout HashQueue<String>, at second: Int64 = 0) -> Result {
    // The first letter is the client.
    let deadline = MonotonicInstant(nanoseconds: (second + 10) * 1_000_000_000)
    switch queue.append(name, client(String(name.prefix(1))), deadline: deadline) {
    case .accepted: return .accepted
    case .acceptedInPlace(let other): return .displaces(other)
    case .refused: return .refused
    }
  }

  private static func drain(_ queue: inout HashQueue<String>) -> [String] {
    var names: [String] = []
    while let name = queue.takeFirst() { names.append(name) }
    return names
  }

  @Test(arguments: [
    ("a1 a2 a3", "a1 a2 a3"), ("a1 a2 a3 b1", "a1 b1 a2 a3"), ("a1 a2 b1 b2 c1", "a1 b1 c1 a2 b2"),
    ("a1 b1 a2 c1", "a1 b1 c1 a2"),
  ])
  func clientsTakeTurns(arrivals: String, order: String) {
    var queue = HashQueue<String>(capacity: 8, capacityPerClient: 4)
    for name in arrivals.split(separator: " ") { #expect(Self.append(String(name), to: &queue) == .accepted) }
    #expect(Self.drain(&queue).joined(separator: " ") == order)
    #expect(queue.isEmpty)
  }

  @Test func aClientHasABoundOfItsOwn() {
    var queue = HashQueue<String>(capacity: 8, capacityPerClient: 2)
    #expect(
      ["a1", "a2", "a3", "b1"].map { Self.append($0, to: &queue) } == [.accepted, .accepted, .refused, .accepted])
    #expect(queue.count == 3)
  }

  @Test(arguments: [
    // The largest share loses its newest request.
    ("a1 a2 a3 b1", "c1", Result.displaces("a3"), "a1 b1 c1 a2"),
    ("a1 a2 b1 b2", "c1", .displaces("a2"), "a1 b1 c1 b2"),
    // An exchange between equals would gain nothing.
    ("a1 b1 c1 d1", "e1", .refused, "a1 b1 c1 d1"), ("a1 a2 b1 b2", "a3", .refused, "a1 b1 a2 b2"),
    ("a1 a2 b1 c1", "b2", .refused, "a1 b1 c1 a2"), ("a1 a2 a3 b1", "b2", .displaces("a3"), "a1 b1 a2 b2"),
  ])
  func aFullQueueTakesFromTheLargestShare(waiting: String, newcomer: String, result: Result, order: String) {
    var queue = HashQueue<String>(capacity: 4, capacityPerClient: 4)
    for name in waiting.split(separator: " ") { _ = Self.append(String(name), to: &queue) }
    let outcome = Self.append(newcomer, to: &queue)
    // Two clients may share the largest number: either may lose its newest request.
    if case .displaces(let name) = outcome, waiting == "a1 a2 b1 b2" {
      #expect(["a2", "b2"].contains(name))
    } else {
      #expect(outcome == result)
      #expect(Self.drain(&queue).joined(separator: " ") == order)
    }
  }

  @Test func aFloodNeverKeepsAnotherClientOut() {
    var queue = HashQueue<String>(capacity: 64, capacityPerClient: 64)
    for number in 0..<1000 { _ = Self.append("a\(number)", to: &queue) }
    for letter in "bcdefghij" { #expect(Self.append("\(letter)1", to: &queue) != .refused) }
    #expect(queue.count == 64)
    #expect(Self.drain(&queue).prefix(10).joined() == "a0b1c1d1e1f1g1h1i1j1")
  }

  @Test func expiredRequestsAreRemoved() {
    var queue = HashQueue<String>(capacity: 8, capacityPerClient: 4)
    for (name, second) in [("a1", 0), ("a2", 5), ("b1", 1), ("c1", 6)] as [(String, Int64)] {
      _ = Self.append(name, to: &queue, at: second)
    }
    func expired(_ second: Int64) -> [String] {
      queue.removeExpired(at: MonotonicInstant(nanoseconds: second * 1_000_000_000)).sorted()
    }
    #expect(expired(9) == [])
    #expect(expired(11) == ["a1", "b1"])
    #expect(queue.count == 2)
    #expect(Self.append("b2", to: &queue) == .accepted)
    #expect(expired(11) == ["b2"])
    #expect(Self.drain(&queue) == ["a2", "c1"])
  }
}
