/// A parser of files of the IANA time zone database (TZif, RFC 9636).
///
///     version 2 and later: header and data with 32-bit times, the same with 64-bit times, footer
///     header    "TZif"  version  15 reserved  six 32-bit counts: UTC flags, standard flags, leap seconds,
///               transitions, types, characters
///     data      transition times  transition types  types (offset, DST, abbreviation)  characters  leap seconds
///               standard flags  UTC flags
///     footer    newline  TZ string  newline
///
/// Numbers are big-endian. Leap seconds are ignored: the system's clock does not count them.
enum TimeZoneFile {
  private static let headerSize = 44
  private static let typeSize = 6

  private struct Counts {
    var flags: Int
    var leapSeconds: Int
    var transitions: Int
    var types: Int
    var characters: Int

    /// - Parameter timeSize: 4 or 8 bytes.
    func size(timeSize: Int) -> Int {
      transitions * (timeSize + 1) + types * TimeZoneFile.typeSize + characters + leapSeconds * (timeSize + 4) + flags
    }
  }

  /// Parses a file of version 2 or later.
  /// - Returns: nil if it is no such file, or has leap seconds (`right/…`).
  static func parse(_ bytes: [UInt8], name: String) -> TimeZoneRules? {
    guard let first = counts(bytes, at: 0), bytes[4] >= UInt8(ascii: "2") else { return nil }
    let start = headerSize + first.size(timeSize: 4)
    guard let counts = counts(bytes, at: start), counts.leapSeconds == 0, counts.types > 0 else { return nil }
    let times = start + headerSize
    let end = times + counts.size(timeSize: 8)
    guard end <= bytes.count else { return nil }
    let indices = times + counts.transitions * 8
    let types = indices + counts.transitions
    func offset(ofType type: Int) -> Int64? {
      type < counts.types ? Int64(Int32(truncatingIfNeeded: number(bytes, at: types + type * typeSize, size: 4))) : nil
    }
    guard let standard = offset(ofType: 0) else { return nil }
    var transitions: [TimeZoneRules.Transition] = []
    transitions.reserveCapacity(counts.transitions)
    for index in 0..<counts.transitions {
      guard let offset = offset(ofType: Int(bytes[indices + index])) else { return nil }
      let time = number(bytes, at: times + index * 8, size: 8)
      if let last = transitions.last, last.at >= time { return nil }
      transitions.append(TimeZoneRules.Transition(at: time, offset: offset))
    }
    let footer = bytes[end...]
    guard footer.first == 0x0A, let close = footer.dropFirst().firstIndex(of: 0x0A) else { return nil }
    let text = String(decoding: footer[(end + 1)..<close], as: UTF8.self)
    let recurrence = TimeZoneRecurrence(text)
    guard text.isEmpty || recurrence != nil else { return nil }
    return TimeZoneRules(
      name: name, standard: standard, transitions: merged(transitions, standard), recurrence: recurrence)
  }

  /// Removes transitions that change only the abbreviation.
  private static func merged(
    _ transitions: [TimeZoneRules.Transition], _ standard: Int64
  ) -> [TimeZoneRules.Transition] {
    var offset = standard
    return transitions.enumerated().filter { index, transition in
      defer { offset = transition.offset }
      // The last one stays: the recurrence holds after it.
      return transition.offset != offset || index == transitions.count - 1
    }.map(\.element)
  }

  private static func counts(_ bytes: [UInt8], at start: Int) -> Counts? {
    guard start >= 0, bytes.count >= start + headerSize, bytes[start..<start + 4].elementsEqual("TZif".utf8) else {
      return nil
    }
    let values = (0..<6).map { Int(number(bytes, at: start + 20 + $0 * 4, size: 4) & 0xFFFF_FFFF) }
    // The largest file has 3.5 KB. Larger counts could overflow the sum of sizes.
    guard values.allSatisfy({ $0 <= 65536 }) else { return nil }
    return Counts(
      flags: values[0] + values[1], leapSeconds: values[2], transitions: values[3], types: values[4],
      characters: values[5])
  }

  private static func number(_ bytes: [UInt8], at start: Int, size: Int) -> Int64 {
    bytes[start..<start + size].reduce(0) { $0 << 8 | Int64($1) }
  }
}

extension TimeZoneRules {
  /// Parses a file of the IANA database; nil if it is none.
  package init?(file bytes: [UInt8], name: String) {
    guard let rules = TimeZoneFile.parse(bytes, name: name) else { return nil }
    self = rules
  }
}
