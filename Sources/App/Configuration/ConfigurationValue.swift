import JSONCodec

/// What a setting holds, as text in the environment and in flags, or as JSON in the file.
enum ConfigurationKind: Sendable {
  case text
  /// Text that is never shown.
  case secret
  /// Separated by commas in text, an array in JSON.
  case list
  /// A list that is never shown.
  case secretList
  case flag
  case integer(ClosedRange<Int>)
  /// `"30s"`, `"5m"`, `"24h"`, `"250ms"`
  case duration
  /// `"64KiB"`, `"1MiB"` or a number of bytes
  case size
  case choice([String])
  /// Text of a form of its own, said in words.
  case parsed(String, @Sendable (String) -> Bool)
  /// A list whose members have a form of their own.
  case parsedList(String, @Sendable (String) -> Bool)
}

/// A value that has the form its setting needs.
enum ConfigurationValue: Sendable, Equatable {
  case text(String)
  case list([String])
  case flag(Bool)
  case integer(Int)
  case duration(Duration)
}

extension ConfigurationKind {
  /// Reads text. - Returns: nil where it has another form.
  func read(_ text: String) -> ConfigurationValue? {
    switch self {
    case .text, .secret: return .text(text)
    case .list, .secretList:
      return .list(text.split(separator: ",").map { String($0.trimming(while: \.isWhitespace)) }.filter { !$0.isEmpty })
    case .flag:
      return ["true": true, "1": true, "false": false, "0": false][text.lowercased()].map(ConfigurationValue.flag)
    case .integer(let range):
      return Int(text).flatMap { range.contains($0) ? .integer($0) : nil }
    case .duration: return DurationText.read(text).map(ConfigurationValue.duration)
    case .size: return SizeText.read(text).map(ConfigurationValue.integer)
    case .choice(let words): return words.contains(text) ? .text(text) : nil
    case .parsed(_, let isGood): return isGood(text) ? .text(text) : nil
    case .parsedList(_, let isGood):
      guard case .list(let words) = ConfigurationKind.list.read(text), words.allSatisfy(isGood) else { return nil }
      return .list(words)
    }
  }

  /// Reads JSON: the native type, or text as in the environment.
  func read(_ json: JSONValue) -> ConfigurationValue? {
    switch (self, json) {
    case (.list, .array(let members)), (.secretList, .array(let members)):
      let words = members.compactMap(\.stringValue)
      return words.count == members.count ? .list(words) : nil
    case (.parsedList(_, let isGood), .array):
      guard case .list(let words) = ConfigurationKind.list.read(json), words.allSatisfy(isGood) else { return nil }
      return .list(words)
    case (.flag, .bool(let value)): return .flag(value)
    case (.integer, .integer(let number)), (.size, .integer(let number)): return read(String(number))
    case (_, .string(let text)): return read(text)
    default: return nil
    }
  }

  /// The first member of a list that has another form, for error messages; nil if the members are not the reason.
  func wrongMember(_ text: String) -> String? {
    guard case .parsedList(_, let isValid) = self, case .list(let words) = ConfigurationKind.list.read(text) else {
      return nil
    }
    return words.first { !isValid($0) }
  }

  /// As for text.
  func wrongMember(_ json: JSONValue) -> String? {
    guard case .parsedList(_, let isValid) = self else { return nil }
    if let text = json.stringValue { return wrongMember(text) }
    guard case .list(let words) = ConfigurationKind.list.read(json) else { return nil }
    return words.first { !isValid($0) }
  }

  /// What is expected, for error messages.
  var expectation: String {
    switch self {
    case .text, .secret: "text"
    case .list, .secretList: "a list of texts"
    case .flag: "true or false"
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .duration: "a duration like \"250ms\", \"30s\", \"5m\" or \"24h\""
    case .size: "a size like 4096, \"64KiB\" or \"1MiB\""
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .parsed(let words, _), .parsedList(let words, _): words
    }
  }

  var isSecret: Bool {
    switch self {
    case .secret, .secretList: true
    default: false
    }
  }
}

/// Durations as people write them.
enum DurationText {
  private static let units: [(suffix: String, milliseconds: Int64)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  static func read(_ text: String) -> Duration? {
    for unit in units where text.hasSuffix(unit.suffix) {
      guard let number = Int64(text.dropLast(unit.suffix.count)), number >= 0 else { continue }
      let (milliseconds, overflow) = number.multipliedReportingOverflow(by: unit.milliseconds)
      return overflow || milliseconds > 3_650 * 86_400_000 ? nil : .milliseconds(milliseconds)
    }
    return nil
  }
}

/// Sizes as people write them, in bytes.
enum SizeText {
  private static let units: [(suffix: String, bytes: Int)] = [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)]

  static func read(_ text: String) -> Int? {
    let unit = units.first { text.hasSuffix($0.suffix) }
    guard let number = Int(text.dropLast(unit?.suffix.count ?? 0)), number > 0 else { return nil }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit?.bytes ?? 1)
    return overflow || bytes > 1 << 40 ? nil : bytes
  }
}

extension Substring {
  func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
    var text = self
    while let first = text.first, isTrimmed(first) { text.removeFirst() }
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
