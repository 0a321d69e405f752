import Storage
import Testing

@testable import StoragePostgres

/// The order in which writers take transactions. Each transaction is written as the letters of its locks.
@Suite struct WriteScheduleTests {
  private static func schedule(_ transactions: [String]) throws -> WriteSchedule<Int> {
    var schedule = WriteSchedule<Int>(capacity: 100)
    for (number, locks) in transactions.enumerated() {
      _ = try schedule.append(number, locks: locks.unicodeScalars.map { Int64($0.value) })
    }
    return schedule
  }

  @Test(
    arguments: [
      ([], []),
      (["", "", ""], [0, 1, 2]),
      (["a", "a", "a"], [0]),
      (["a", "b", "a", "c"], [0, 1, 3]),
      (["ab", "b", "a", "c"], [0, 3]),
      (["a", "ab", "b"], [0]),
      (["a", "ab", "b", ""], [0, 3]),
    ] as [([String], [Int])])
  func transactionsOfDifferentScopesRunTogether(_ transactions: [String], _ running: [Int]) throws {
    var schedule = try Self.schedule(transactions)
    var taken: [Int] = []
    while let next = schedule.takeNext() { taken.append(next.write) }
    #expect(taken == running)
    #expect(schedule.waitingCount == transactions.count - running.count)
  }

  @Test func theTransactionsOfALockKeepTheirOrderAndNothingIsKept() throws {
    var schedule = try Self.schedule(["ab", "b", "a", "abc", "c", "", "a"])
    var order: [Int] = []
    while let next = schedule.takeNext() {
      order.append(next.write)
      schedule.finished(next.id)
    }
    #expect(order == [0, 5, 2, 1, 3, 6, 4])
    #expect(schedule.count == 0 && schedule.lockCount == 0 && schedule.waitingCount == 0)
  }

  @Test func aFullScheduleRefuses() throws {
    var schedule = WriteSchedule<Int>(capacity: 1)
    #expect(try schedule.append(1, locks: [7]))
    #expect(throws: StorageError.overloaded) { try schedule.append(2, locks: []) }
    _ = schedule.takeNext()
    #expect(try !schedule.append(2, locks: [7]))
  }
}
