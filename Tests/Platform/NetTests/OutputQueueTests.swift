import TestSupport
import Testing

@testable import Net

@Suite struct OutputQueueTests {
  @Test(arguments: 0..<50 as Range<UInt64>)
  func preservesByteOrderForAnyReadSize(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var queue = OutputQueue(limit: .max)
    var expected: [UInt8] = []
    var taken: [UInt8] = []
    for number in 0..<200 {
      let piece = [UInt8](
        repeating: UInt8(truncatingIfNeeded: number), count: Int.random(in: 0...300, using: &generator))
      let isWithinLimit = queue.append(piece)
      #expect(isWithinLimit)
      expected += piece
      guard number % 3 == 0 else { continue }
      let part = queue.prefix(Int.random(in: 0...500, using: &generator))
      taken += part
      queue.removeFirst(part.count)
    }
    #expect(queue.count == expected.count - taken.count)
    taken += queue.prefix(.max)
    #expect(taken == expected)
    queue.removeFirst(queue.count)
    #expect(queue.isEmpty && queue.prefix(.max) == [])
  }

  @Test func refusesBytesOverItsLimit() {
    var queue = OutputQueue(limit: 10)
    let results = [queue.append([UInt8](repeating: 1, count: 10)), queue.append([1])]
    #expect(results == [true, false])
    queue.removeAll()
    #expect(queue.isEmpty)
  }
}
