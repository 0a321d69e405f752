/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// The database stores milliseconds. The API uses RFC 3339 in UTC with whole seconds, the only form that every documented client
/// parses.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since the epoch.
  package var milliseconds: Int64

  /// - Parameter milliseconds: since the epoch.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// - Parameter seconds: since the epoch; saturates at the range of milliseconds.
  package init(seconds: Int64) {
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    self.milliseconds = overflow ? (seconds < 0 ? .min : .max) : product
  }

  /// Whole seconds since the epoch, rounded towards the past.
  package var seconds: Int64 {
    milliseconds >= 0 ? milliseconds / 1000 : (milliseconds + 1) / 1000 - 1
  }

  /// Whether `left` is earlier than `right`.
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Returns the time `duration` later; saturates instead of trapping.
  package func advanced(by duration: Duration) -> Timestamp {
    let parts = duration.components
    let (whole, over) = parts.seconds.multipliedReportingOverflow(by: 1000)
    let step = over ? (parts.seconds < 0 ? Int64.min : .max) : whole
    let (sum, overflow) = milliseconds.addingReportingOverflow(step)
    let base = overflow ? (step < 0 ? Int64.min : .max) : sum
    let (result, last) = base.addingReportingOverflow(parts.attoseconds / 1_000_000_000_000_000)
    return Timestamp(milliseconds: last ? base : result)
  }

  /// Returns the duration from `earlier` to this time; negative if `earlier` is later.
  package func since(_ earlier: Timestamp) -> Duration {
    .milliseconds(milliseconds.subtractingReportingOverflow(earlier.milliseconds).partialValue)
  }
}

// MARK: - Text (RFC 3339, RFC 9110)

extension Timestamp {
  /// `2026-01-15T12:00:00Z`: RFC 3339 in UTC with whole seconds, because older decoders refuse fractions.
  ///
  /// Times outside of the years 0 to 9999 have no such text; the nearest one is used.
  package var rfc3339: String {
    let writable = Timestamp(
      seconds: min(max(seconds, Self.writableSeconds.lowerBound), Self.writableSeconds.upperBound - 1))
    let (date, time) = writable.civil
    // Digit by digit, because every response has several and string interpolation takes several times as long.
    var text: [UInt8] = []
    text.reserveCapacity(20)
    func write(_ number: Int64, _ end: Unicode.Scalar) {
      text.append(UInt8(truncatingIfNeeded: number / 10 % 10 + 0x30))
      text.append(UInt8(truncatingIfNeeded: number % 10 + 0x30))
      text.append(UInt8(ascii: end))
    }
    text.append(UInt8(truncatingIfNeeded: date.year / 1000 + 0x30))
    text.append(UInt8(truncatingIfNeeded: date.year / 100 % 10 + 0x30))
    write(date.year % 100, "-")
    write(date.month, "-")
    write(date.day, "T")
    write(time / 3600, ":")
    write(time / 60 % 60, ":")
    write(time % 60, "Z")
    return String(decoding: text, as: UTF8.self)
  }

  /// `2026-01-15`, in UTC.
  package var date: String { String(rfc3339.prefix(10)) }

  /// `Thu, 15 Jan 2026 12:00:00 GMT`: IMF-fixdate (RFC 9110 §5.6.7).
  package var httpDate: String {
    let (date, time) = civil
    let days = Self.floorDivide(seconds, 86400)
    let weekday = Self.weekdays[Int((days % 7 + 11) % 7)]
    return "\(weekday), \(Self.pad(date.day, 2)) \(Self.months[Int(date.month) - 1]) \(Self.pad(date.year, 4)) "
      + "\(Self.clock(time)) GMT"
  }

  /// Parses RFC 3339 with `Z` or an offset. Fractions may have any length and are cut to milliseconds. nil for other text.
  package init?(rfc3339 text: some StringProtocol) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
      let day = scanner.number(2), scanner.skip("Tt "), let hour = scanner.number(2), scanner.skip(":"),
      let minute = scanner.number(2), scanner.skip(":"), let second = scanner.number(2),
      let days = Self.days(year: year, month: month, day: day), hour < 24, minute < 60, second <= 60,
      let milliseconds = scanner.fraction(), let offset = scanner.offsetMinutes(), scanner.isAtEnd
    else { return nil }
    let total = ((days * 24 + hour) * 60 + minute - offset) * 60 + min(second, 59)
    // Without the offset the year may be outside of 0 to 9999.
    guard Self.writableSeconds.contains(total) else { return nil }
    self.init(milliseconds: total * 1000 + milliseconds)
  }

  /// Parses `2026-01-15` as the start of that day in UTC. nil for other text.
  package init?(date text: some StringProtocol) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
      let day = scanner.number(2), scanner.isAtEnd, let days = Self.days(year: year, month: month, day: day)
    else { return nil }
    self.init(seconds: days * 86400)
  }

  /// The years 0000 to 9999.
  private static let writableSeconds: Range<Int64> = -62_167_219_200..<253_402_300_800

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  private var civil: (date: (year: Int64, month: Int64, day: Int64), time: Int64) {
    let days = Self.floorDivide(seconds, 86400)
    return (Self.civilDate(days), seconds - days * 86400)
  }

  private static func clock(_ time: Int64) -> String {
    "\(pad(time / 3600, 2)):\(pad(time / 60 % 60, 2)):\(pad(time % 60, 2))"
  }

  private static func pad(_ value: Int64, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
    value >= 0 ? value / divisor : -((-(value + 1)) / divisor) - 1
  }

  /// Converts days since the epoch to a date of the proleptic Gregorian calendar. Years of the 400-year eras start in March.
  private static func civilDate(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// Converts a date to days since the epoch; nil if the day does not exist.
  private static func days(year: Int64, month: Int64, day: Int64) -> Int64? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floorDivide(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    let back = civilDate(days)
    return back.month == month && back.day == day ? days : nil
  }
}

/// A scanner of fixed-width numbers.
private struct DigitScanner {
  private var rest: [UInt8]

  /// Text longer than any valid form is treated as empty, which is not valid either.
  init(_ text: some StringProtocol) { rest = text.utf8.count > 64 ? [] : Array(text.utf8.reversed()) }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number(_ width: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<width {
      guard let byte = rest.popLast(), byte >= 0x30, byte <= 0x39 else { return nil }
      value = value * 10 + Int64(byte - 0x30)
    }
    return value
  }

  /// Skips one of `characters`.
  mutating func skip(_ characters: String) -> Bool {
    guard let byte = rest.popLast() else { return false }
    return characters.utf8.contains(byte)
  }

  /// Parses an optional fraction as milliseconds; nil for a point without digits.
  mutating func fraction() -> Int64? {
    guard rest.last == UInt8(ascii: ".") else { return 0 }
    rest.removeLast()
    var value: Int64 = 0
    var digits = 0
    while let byte = rest.last, byte >= 0x30, byte <= 0x39 {
      if digits < 3 { value = value * 10 + Int64(byte - 0x30) }
      digits += 1
      rest.removeLast()
    }
    for _ in min(digits, 3)..<3 { value *= 10 }
    return digits == 0 ? nil : value
  }

  mutating func offsetMinutes() -> Int64? {
    switch rest.popLast() {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): return 0
    case UInt8(ascii: "+"): return hoursAndMinutes()
    case UInt8(ascii: "-"): return hoursAndMinutes().map { -$0 }
    default: return nil
    }
  }

  private mutating func hoursAndMinutes() -> Int64? {
    guard let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60 else { return nil }
    return hours * 60 + minutes
  }
}
