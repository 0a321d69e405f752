/// The offsets of local time from UTC in one time zone.
///
/// Days of a zone have 23, 24 or 25 hours, or do not exist, so a date is never converted by adding a fixed offset.
package struct TimeZoneRules: Sendable, Equatable {
  /// A change of the offset.
  struct Transition: Sendable, Equatable {
    /// Seconds since the epoch, from which the offset holds.
    var at: Int64
    /// Seconds east of UTC.
    var offset: Int64
  }

  /// The name in the IANA database (`Europe/Berlin`), or an offset (`+09:00`).
  package let name: String
  /// The offset before the first transition.
  let standard: Int64
  /// In order.
  let transitions: [Transition]
  /// The rule for times after the last transition; nil if its offset holds for good.
  let recurrence: TimeZoneRecurrence?

  init(
    name: String, standard: Int64, transitions: [Transition] = [], recurrence: TimeZoneRecurrence? = nil
  ) {
    self.name = name
    self.standard = standard
    self.transitions = transitions
    self.recurrence = recurrence
  }

  /// Coordinated Universal Time.
  package static let utc = TimeZoneRules(name: "UTC", standard: 0)

  /// The largest distance of an offset from UTC that is accepted: that of Kiribati is +14:00.
  private static let maxOffset: Int64 = 15 * 3600

  /// Parses `Z`, or hours and minutes like `+09:00`, `-0330` and `+9`; nil for other text.
  package init?(offset text: String) {
    guard text != "Z" else {
      self = .utc
      return
    }
    guard let sign = text.utf8.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      text.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ":") })
    else { return nil }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    let digits = parts.joined()
    let hasColon = parts.count == 2
    guard parts.count <= 2, (1...4).contains(digits.utf8.count), digits.utf8.count != 3,
      !hasColon || parts[1].utf8.count == 2 && digits.utf8.count == 4,
      let hours = Int64(digits.prefix(2)), let minutes = Int64("0" + digits.dropFirst(2)), minutes < 60
    else { return nil }
    let distance = hours * 3600 + minutes * 60
    guard distance <= Self.maxOffset else { return nil }
    func two(_ number: Int64) -> String { (number < 10 ? "0" : "") + String(number) }
    let isWest = sign == UInt8(ascii: "-") && distance != 0
    self.init(
      name: (isWest ? "-" : "+") + two(hours) + ":" + two(minutes), standard: isWest ? -distance : distance)
  }

  /// A zone whose rule holds in every year, past and future; nil if the rule is not one of the variable `TZ`
  /// (`CET-1CEST,M3.5.0,M10.5.0/3`).
  package init?(name: String, rule: String) {
    guard let recurrence = TimeZoneRecurrence(rule) else { return nil }
    self.init(name: name, standard: recurrence.standard, recurrence: recurrence)
  }

  /// The offset at a time, in seconds east of UTC.
  package func offset(at moment: Timestamp) -> Int64 {
    let seconds = moment.seconds
    if let recurrence, seconds >= transitions.last?.at ?? .min { return recurrence.offset(at: seconds) }
    // The number of transitions up to the moment.
    var low = 0
    var high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].at <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? standard : transitions[low - 1].offset
  }

  /// The local time as if it were UTC.
  package func local(_ moment: Timestamp) -> Timestamp { moment.advanced(by: .seconds(offset(at: moment))) }

  /// The local date, `2026-01-15`.
  package func date(of moment: Timestamp) -> String { local(moment).date }

  /// The local date as the start of that date in UTC.
  package func day(of moment: Timestamp) -> Timestamp {
    let seconds = local(moment).seconds
    return Timestamp(seconds: seconds - (seconds % 86400 + 86400) % 86400)
  }

  /// The first moment of a local day.
  /// - Parameter day: the start of that date in UTC.
  package func start(ofDay day: Timestamp) -> Timestamp {
    let window = day.advanced(by: .seconds(-86400))..<day.advanced(by: .seconds(86400))
    let before = day.advanced(by: .seconds(-offset(at: window.lowerBound)))
    let after = day.advanced(by: .seconds(-offset(at: window.upperBound)))
    guard before != after, let change = changes(in: window).last else { return before }
    if before < change { return before }
    // If clocks are put forward over midnight, the day starts with the change.
    return max(after, change)
  }

  /// The moments of a range at which the offset changes, in order.
  package func changes(in range: Range<Timestamp>) -> [Timestamp] {
    let seconds = range.lowerBound.seconds..<max(range.lowerBound.seconds, range.upperBound.seconds)
    let listed = transitions.map(\.at).filter(seconds.contains)
    let end = transitions.last?.at ?? .min
    let ruled = recurrence?.changes(in: seconds).filter { $0 > end } ?? []
    return (listed + ruled).map { Timestamp(seconds: $0) }
  }
}
