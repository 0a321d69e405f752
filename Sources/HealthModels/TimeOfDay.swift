/// The parts of a day at which the habits of a routine are.
package enum TimeOfDay {
  /// The hours at which habits of the parts of a day usually are.
  private static let usualHours: KeyValuePairs = ["morning": 7.0, "noon": 12.5, "afternoon": 15.5, "evening": 21]

  /// A clock time in words.
  package struct Written: Sendable, Equatable {
    /// The number before the sign, and the one after it, which may be no minutes.
    package let hour, minute: Int
    /// The number of words: "7:15" is two.
    package let words: Int
    /// Whether it is rather a decimal number: "3.5", but not "9.30".
    package let isDecimal: Bool
  }

  /// Reads the time with which words begin: "6", "6.15", or "6" and "15"; nil if they begin with no number.
  package static func read(_ words: ArraySlice<String>) -> Written? {
    let parts = (words.first ?? "").split(separator: ".").compactMap { Int($0) }
    guard let hour = parts.first else { return nil }
    let next = words.dropFirst().first ?? ""
    if parts.count == 1, next.utf8.count == 2, let minute = Int(next) {
      return Written(hour: hour, minute: minute, words: 2, isDecimal: false)
    }
    let isDecimal = parts.count > 1 && words.first?.suffix(3).first != "."
    return Written(hour: hour, minute: parts.dropFirst().first ?? 0, words: 1, isDecimal: isDecimal)
  }

  /// Returns the part of the day and the text of a time, "6:15 am"; nil if there is no such time.
  /// - Parameter half: "am" or "pm"; otherwise it is in the half in which habits are nearer.
  package static func part(_ hour: Int, _ minute: Int, half: String?) -> (name: String, text: String)? {
    guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
    let hours =
      hour > 12 ? [hour] : half == "am" ? [hour % 12] : half == "pm" ? [hour % 12 + 12] : [hour % 12, hour % 12 + 12]
    let places = hours.flatMap { hour in usualHours.map { (hour, $0.key, abs($0.value - Double(hour))) } }
    guard let (hour, part, _) = places.min(by: { $0.2 < $1.2 }) else { return nil }
    let minutes = minute == 0 ? "" : minute < 10 ? ":0\(minute)" : ":\(minute)"
    return (part, "\((hour + 11) % 12 + 1)\(minutes) \(hour < 12 ? "am" : "pm")")
  }
}
