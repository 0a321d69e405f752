import Runtime
import Testing

@Suite struct BatchQueueTests {
  @Test func asksOnceForItsConsumer() {
    var queue = BatchQueue<Int>(capacity: 10)
    #expect(queue.add(1) == .mustSchedule && queue.add(2) == .added && queue.isScheduled)
    #expect(queue.take() == [1, 2] && queue.isScheduled)
    #expect(queue.add(3) == .added)
    #expect(queue.take() == [3])
    #expect(queue.take().isEmpty && !queue.isScheduled)
    #expect(queue.add(4) == .mustSchedule)
  }

  @Test func returnsBatchesInOrder() {
    var queue = BatchQueue<Int>(capacity: 10)
    for number in 1...5 { _ = queue.add(number) }
    #expect(queue.take(upTo: 2) == [1, 2] && queue.count == 3)
    #expect(queue.take(upTo: 3) == [3, 4, 5] && queue.isScheduled)
    #expect(queue.take(upTo: 3).isEmpty)
  }

  @Test func schedulesAConsumerOfOneBatchAgainWhileElementsWait() {
    var queue = BatchQueue<Int>(capacity: 10)
    for number in 1...3 { _ = queue.add(number) }
    #expect(queue.takeNext(upTo: 2) == [1, 2] && queue.isScheduled)
    #expect(queue.add(4) == .added)
    let isMore = queue.finishBatch()
    #expect(isMore && queue.isScheduled)
    #expect(queue.takeNext(upTo: 2) == [3, 4])
    let isRest = queue.finishBatch()
    #expect(!isRest && !queue.isScheduled)
    #expect(queue.add(5) == .mustSchedule)
  }

  @Test func keepsItsConsumerScheduledDuringABatch() {
    var queue = BatchQueue<Int>(capacity: 10)
    _ = queue.add(1)
    #expect(queue.takeNext(upTo: 10) == [1])
    #expect(queue.add(2) == .added)
    let isMore = queue.finishBatch()
    #expect(isMore)
  }

  @Test func refusesElementsBeyondItsCapacity() {
    var queue = BatchQueue<UInt8>(capacity: 3)
    #expect(queue.add(contentsOf: [1, 2]) == .mustSchedule)
    #expect(queue.add(contentsOf: [3, 4]) == .full && queue.count == 2)
    #expect(queue.add(3) == .added && queue.add(4) == .full)
    #expect(queue.take() == [1, 2, 3])
  }

  @Test func doesNotScheduleForARefusedElement() {
    var queue = BatchQueue<Int>(capacity: 0)
    #expect(queue.add(1) == .full && !queue.isScheduled)
  }
}
