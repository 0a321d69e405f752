/// The rule of a time zone for every year after its last listed change: the footer of a file of the IANA database, in the
/// form of the variable `TZ` (POSIX.1-2024 §8.3, RFC 9636 §3.3.1).
///
///     EST5EDT,M3.2.0,M11.1.0          from the second Sunday of March to the first of November
///     <+1030>-10:30<+11>-11,M10.1.0,M4.1.0
///     IST-1GMT0,M10.5.0,M3.5.0/1      with "daylight saving" in winter
struct TimeZoneRecurrence: Sendable, Equatable {
  /// A day of each year and a time on it.
  struct Change: Sendable, Equatable {
    enum Day: Sendable, Equatable {
      /// 1 to 365; February 29 is never counted.
      case julian(Int64)
      /// 0 to 365.
      case ordinal(Int64)
      /// The weekday (0 is Sunday) of a week (5 is the last) of a month.
      case weekday(month: Int64, week: Int64, day: Int64)
    }

    var day: Day
    /// Seconds after local midnight; may be negative or exceed a day.
    var time: Int64
  }

  /// Daylight saving time.
  struct Saving: Sendable, Equatable {
    var offset: Int64
    var start: Change
    var end: Change
  }

  /// Seconds east of UTC.
  var standard: Int64
  /// nil if standard time holds all year.
  var saving: Saving?

  /// The offset at a time, in seconds.
  func offset(at seconds: Int64) -> Int64 {
    guard let saving else { return standard }
    let year = Self.year(of: seconds + standard)
    let start = self.start(saving, in: year)
    let end = self.end(saving, in: year)
    let isSaving = start < end ? (start..<end).contains(seconds) : !(end..<start).contains(seconds)
    return isSaving ? saving.offset : standard
  }

  /// The seconds of a range at which the offset changes, in order.
  func changes(in range: Range<Int64>) -> [Int64] {
    guard let saving, !range.isEmpty else { return [] }
    let years = Self.year(of: range.lowerBound - 86400)...Self.year(of: range.upperBound + 86400)
    return years.flatMap { [start(saving, in: $0), end(saving, in: $0)] }.filter(range.contains).sorted()
  }

  private func start(_ saving: Saving, in year: Int64) -> Int64 { saving.start.localSeconds(in: year) - standard }
  private func end(_ saving: Saving, in year: Int64) -> Int64 { saving.end.localSeconds(in: year) - saving.offset }

  private static func year(of seconds: Int64) -> Int64 { Int64(Timestamp(seconds: seconds).date.prefix(4)) ?? 1970 }
}

extension TimeZoneRecurrence.Change {
  /// The local time in a year, as seconds since the epoch as if it were UTC.
  func localSeconds(in year: Int64) -> Int64 {
    let first = Self.days(year: year, month: 1)
    switch day {
    case .julian(let number):
      let isLeap = Self.days(year: year, month: 3) - first == 60
      return (first + number - 1 + (isLeap && number >= 60 ? 1 : 0)) * 86400 + time
    case .ordinal(let number): return (first + number) * 86400 + time
    case .weekday(let month, let week, let day):
      let start = Self.days(year: year, month: month)
      let end = month == 12 ? Self.days(year: year + 1, month: 1) : Self.days(year: year, month: month + 1)
      // 1970-01-01 was a Thursday.
      let weekday = ((start + 4) % 7 + 7) % 7
      var found = start + (day - weekday + 7) % 7 + (week - 1) * 7
      if found >= end { found -= 7 }
      return found * 86400 + time
    }
  }

  /// The days from the epoch to the first of a month.
  private static func days(year: Int64, month: Int64) -> Int64 {
    func digits(_ number: Int64, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return (Timestamp(date: digits(year, 4) + "-" + digits(month, 2) + "-01")?.seconds ?? 0) / 86400
  }
}

// MARK: - Text

extension TimeZoneRecurrence {
  /// Parses the form of the variable `TZ`; nil for other text.
  init?(_ text: String) {
    var scanner = Scanner(text)
    guard scanner.name(), let west = scanner.time() else { return nil }
    standard = -west
    saving = nil
    guard !scanner.isAtEnd else { return }
    guard scanner.name() else { return nil }
    let offset: Int64
    if scanner.next == UInt8(ascii: ",") {
      offset = standard + 3600
    } else {
      guard let west = scanner.time() else { return nil }
      offset = -west
    }
    guard let start = scanner.change(), let end = scanner.change(), scanner.isAtEnd else { return nil }
    saving = Saving(offset: offset, start: start, end: end)
  }

  private struct Scanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }
    var next: UInt8? { rest.first }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: character) else { return false }
      rest.removeFirst()
      return true
    }

    /// An abbreviation, whose text is not needed.
    mutating func name() -> Bool {
      if skip("<") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
        rest = rest[rest.index(after: end)...]
        return true
      }
      let letters = rest.prefix { (0x41...0x5A).contains($0 & ~0x20) }
      rest = rest[letters.endIndex...]
      return letters.count >= 3
    }

    mutating func number(_ range: ClosedRange<Int64>) -> Int64? {
      let digits = rest.prefix(4).prefix { (0x30...0x39).contains($0) }
      guard let number = Int64(String(Substring(digits))), range.contains(number) else { return nil }
      rest = rest[digits.endIndex...]
      return number
    }

    /// `[+-]hh[:mm[:ss]]` in seconds. RFC 9636 allows 167 hours.
    mutating func time() -> Int64? {
      let sign: Int64 = skip("-") ? -1 : 1
      if sign == 1 { _ = skip("+") }
      guard var seconds = number(0...167).map({ $0 * 3600 }) else { return nil }
      for unit: Int64 in [60, 1] where skip(":") {
        guard let value = number(0...59) else { return nil }
        seconds += value * unit
      }
      return sign * seconds
    }

    /// `,date[/time]`.
    mutating func change() -> Change? {
      guard skip(","), let day = day() else { return nil }
      guard skip("/") else { return Change(day: day, time: 7200) }
      return time().map { Change(day: day, time: $0) }
    }

    private mutating func day() -> Change.Day? {
      if skip("J") { return number(1...365).map(Change.Day.julian) }
      guard skip("M") else { return number(0...365).map(Change.Day.ordinal) }
      guard let month = number(1...12), skip("."), let week = number(1...5), skip("."), let day = number(0...6) else {
        return nil
      }
      return .weekday(month: month, week: week, day: day)
    }
  }
}
