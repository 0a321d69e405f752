import Testing

@testable import Runtime

@Suite struct FifoTests {
  @Test(arguments: [0, 1, 31, 32, 33, 64, 65, 1000])
  func takesInOrder(_ count: Int) {
    var fifo = Fifo<Int>()
    var taken: [Int] = []
    // Appends two for each one taken, and then takes the rest.
    for number in 0..<count {
      fifo.append(number)
      if number % 2 == 1, let first = fifo.takeFirst() { taken.append(first) }
    }
    #expect(fifo.isEmpty == (count == 0))
    while let first = fifo.takeFirst() { taken.append(first) }
    #expect(taken == Array(0..<count))
    #expect(fifo.isEmpty)
  }

  private final class Counted {
    private let alive: Locked<Int>

    init(_ alive: Locked<Int>) {
      self.alive = alive
      alive.withLock { $0 += 1 }
    }

    deinit { alive.withLock { $0 -= 1 } }
  }

  @Test func releasesTakenElementsWhileNeverEmpty() {
    let alive = Locked(0)
    var fifo = Fifo<Counted>()
    for _ in 0..<20 { fifo.append(Counted(alive)) }
    for _ in 0..<1000 {
      fifo.append(Counted(alive))
      #expect(fifo.takeFirst() != nil)
    }
    #expect(alive.withLock { $0 } <= 2 * 20 + 40)
  }
}
