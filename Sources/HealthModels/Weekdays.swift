/// Days of the week, from 1 (Monday) to 7, on which something is possible. Pure.
package enum Weekdays {
  private static let all = Set(1...7)

  /// Returns the days of the week that are not among these.
  package static func others(_ days: [Int]) -> [Int] { all.subtracting(days).sorted() }

  /// Returns the days after a message about them; nil if none is left.
  /// - Parameters:
  ///   - before: the days until then; nil for all.
  ///   - free: the days that are named as possible, which replace all others; may be empty.
  ///   - busy: the days that are not possible.
  package static func changed(_ before: [Int]?, free: Set<Int>, busy: Set<Int>) -> [Int]? {
    let days = free.isEmpty ? before.map(Set.init) ?? all : free
    return days == busy ? nil : days.subtracting(busy).sorted()
  }

  /// Returns the days after one of them was moved to another: "Tuesday instead of Monday".
  package static func moved(_ before: [Int]?, from day: Int, to other: Int) -> [Int] {
    (before.map(Set.init) ?? all).subtracting([day]).union([other]).sorted()
  }
}
