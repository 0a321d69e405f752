import Bytes

/// The field `Retry-After` (RFC 9110 §10.2.3): seconds, or a date.
enum RetryAfter {
  /// The maximum; longer delays are reduced to it.
  static let longest = Duration.seconds(86400)

  /// - Returns: zero for a date in the past; nil if the value is invalid.
  static func duration(_ text: String, now: Timestamp) -> Duration? {
    let value = Substring(text.utf8.trimmingOptionalWhitespace())
    if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return min(longest, .seconds(Int64(value) ?? .max))
    }
    guard let date = HTTPDate.read(value) else { return nil }
    return min(longest, max(.zero, date.since(now)))
  }
}

/// HTTP dates (RFC 9110 §5.6.7) in the three forms that a recipient must accept.
enum HTTPDate {
  /// - Returns: nil for other forms and for days that do not exist. The weekday is not checked.
  static func read(_ text: Substring) -> Timestamp? {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.split(separator: " ").map { String($0) }
    if words.count == 6, words[0].hasSuffix(","), words[5] == "GMT" {
      return timestamp(day: words[1], month: words[2], year: words[3], time: words[4])
    }
    if words.count == 4, words[0].hasSuffix(","), words[3] == "GMT" {
      // Sunday, 06-Nov-94 08:49:37 GMT
      let date = words[1].split(separator: "-").map { String($0) }
      guard date.count == 3, let year = Int(date[2]), (0...99).contains(year) else { return nil }
      return timestamp(
        day: date[0], month: date[1], year: String(year < 70 ? 2000 + year : 1900 + year), time: words[2])
    }
    // Sun Nov  6 08:49:37 1994
    guard words.count == 5 else { return nil }
    return timestamp(day: words[2], month: words[1], year: words[4], time: words[3])
  }

  private static func timestamp(day: String, month: String, year: String, time: String) -> Timestamp? {
    guard let number = months.firstIndex(of: month).map({ $0 + 1 }) else { return nil }
    let twoDigits = { (text: String) in text.utf8.count == 1 ? "0" + text : text }
    return Timestamp(rfc3339: "\(year)-\(twoDigits(String(number)))-\(twoDigits(day))T\(time)Z")
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
