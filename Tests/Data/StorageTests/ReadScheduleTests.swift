import Runtime
import Testing

@testable import Storage

/// The order in which readers take reads. Letters are clients, `S` is the server's own work.
@Suite struct ReadScheduleTests {
  private typealias Schedule = ReadSchedule<Int>

  private static func share(_ letter: Character) -> ClientShare { letter == "S" ? .server : .client(String(letter)) }

  private static func schedule(_ reads: String, readers: Int) throws -> Schedule {
    var schedule = Schedule(limits: .init(readers: readers))
    for (number, letter) in reads.enumerated() { _ = try schedule.append(number, of: share(letter)) }
    return schedule
  }

  /// Takes all reads, each after the end of the one before. - Returns: their numbers.
  private static func drain(_ schedule: inout Schedule) -> [Int] {
    var order: [Int] = []
    while let next = schedule.takeNext() {
      order.append(next.read)
      schedule.finished(next.share)
    }
    return order
  }

  @Test(arguments: [
    ("", []),
    ("AAA", [0, 1, 2]),
    ("AAAAAB", [0, 5, 1, 2, 3, 4]),
    ("AAABBC", [0, 3, 5, 1, 4, 2]),
    ("AASB", [0, 2, 3, 1]),
    ("BABAC", [0, 1, 4, 2, 3]),
  ])
  func sharesTakeTurnsAndTheReadsOfOneShareGoInOrder(_ reads: String, _ order: [Int]) throws {
    var schedule = try Self.schedule(reads, readers: 1)
    #expect(Self.drain(&schedule) == order)
    #expect(schedule.waitingCount == 0 && schedule.shareCount == 0, "nothing is kept of clients that have no read")
  }

  /// The reads that run at the same time while no read ends.
  @Test(arguments: [
    (1, "AAB", [0]),
    (2, "AAA", [0]),
    (2, "AAAB", [0, 3]),
    (2, "SSSA", [0, 3]),
    (3, "AABC", [0, 2, 3]),
    (4, "AAAA", [0, 1]),
    (4, "AAAABBB", [0, 4, 1, 5]),
    (64, String(repeating: "A", count: 50), Array(0..<32)),
  ])
  func noShareRunsOnMoreThanHalfOfTheReaders(_ readers: Int, _ reads: String, _ running: [Int]) throws {
    var schedule = try Self.schedule(reads, readers: readers)
    var taken: [Int] = []
    while taken.count < readers, let next = schedule.takeNext() { taken.append(next.read) }
    #expect(taken == running)
  }

  @Test func aBusyShareContinuesAfterOneOfItsReads() throws {
    var schedule = try Self.schedule("AAB", readers: 2)
    #expect(schedule.takeNext()?.read == 0)
    #expect(schedule.takeNext()?.read == 2)
    #expect(schedule.takeNext() == nil)
    schedule.finished(Self.share("B"))
    #expect(schedule.takeNext() == nil)
    schedule.finished(Self.share("A"))
    #expect(schedule.takeNext()?.read == 1)
    schedule.finished(Self.share("A"))
    #expect(schedule.shareCount == 0)
  }

  @Test func returnsWhetherAReadMayRunNow() throws {
    var schedule = Schedule(limits: .init(readers: 2))
    #expect(try schedule.append(0, of: .client("A")))
    #expect(schedule.takeNext() != nil)
    #expect(try !schedule.append(1, of: .client("A")))
    #expect(try schedule.append(2, of: .client("B")))
  }

  @Test func refusesReadsOfAClientOverItsShareOnly() throws {
    var limits = Schedule.Limits(readers: 2)
    limits.waitingOfShare = 3
    var schedule = Schedule(limits: limits)
    for number in 0..<3 { _ = try schedule.append(number, of: .client("A")) }
    #expect(throws: StorageError.shareExceeded) { try schedule.append(3, of: .client("A")) }
    #expect(try schedule.append(4, of: .client("B")))
    for number in 5..<15 { _ = try schedule.append(number, of: .server) }
    // A running read no longer counts as waiting.
    #expect(schedule.takeNext()?.read == 0)
    _ = try schedule.append(15, of: .client("A"))
    #expect(schedule.waitingCount == 14)
  }

  @Test func tooManyReadsInTotalAreRefused() throws {
    var limits = Schedule.Limits(readers: 2)
    limits.waiting = 4
    var schedule = Schedule(limits: limits)
    for letter in "ABCS" { _ = try schedule.append(0, of: Self.share(letter)) }
    for letter in "ADS" {
      #expect(throws: StorageError.overloaded) { try schedule.append(1, of: Self.share(letter)) }
    }
    #expect(Self.drain(&schedule).count == 4)
  }
}
