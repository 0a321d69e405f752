import JSONCodec

/// The type of a setting's value. Text in the environment and in flags, and JSON in the file, have the same types.
enum SettingType: Sendable {
  case text(TextForm)
  /// An array in JSON; texts separated by commas in the environment.
  case list(TextForm)
  case flag
  case integer(ClosedRange<Int>, unit: String)
  /// `"250ms"`, `"30s"`, `"5m"`, `"24h"`
  case duration
  /// `"512B"`, `"64KiB"`, `"1MiB"` or a number of bytes.
  case size(allowsZero: Bool)
  case choice([String])
  /// An amount of money from 0 to a million; empty text for none.
  case amount
}

/// The syntax of a text.
struct TextForm: Sendable {
  /// The name of the form with its article, and an example.
  let name: String
  let accepts: @Sendable (String) -> Bool

  static let any = TextForm(name: "text") { _ in true }
}

/// A value of a setting's type.
enum SettingValue: Sendable, Equatable {
  case text(String)
  case list([String])
  case flag(Bool)
  case integer(Int)
  case duration(Duration)
  case amount(Double?)
}

extension SettingType {
  /// Reads text. - Returns: nil if the text has another form.
  func read(_ text: String) -> SettingValue? {
    switch self {
    case .text(let form): return form.accepts(text) ? .text(text) : nil
    case .list(let form):
      let members = Self.members(text)
      return members.allSatisfy(form.accepts) ? .list(members) : nil
    case .flag: return ["true": true, "1": true, "false": false, "0": false][text.lowercased()].map(SettingValue.flag)
    case .integer(let range, _): return Int(text).flatMap { range.contains($0) ? .integer($0) : nil }
    case .duration: return DurationText.read(text).map(SettingValue.duration)
    case .size(let allowsZero):
      return allowsZero && text == "0" ? .integer(0) : SizeText.read(text).map(SettingValue.integer)
    case .choice(let words): return words.contains(text) ? .text(text) : nil
    case .amount:
      if text.isEmpty { return .amount(nil) }
      guard let value = Double(text), (0...1_000_000).contains(value) else { return nil }
      return .amount(value)
    }
  }

  /// Reads JSON: the native type, or text as in the environment.
  func read(_ json: JSONValue) -> SettingValue? {
    switch (self, json) {
    case (.list(let form), .array(let members)):
      let texts = members.compactMap(\.stringValue)
      return texts.count == members.count && texts.allSatisfy(form.accepts) ? .list(texts) : nil
    case (.flag, .bool(let value)): return .flag(value)
    case (.integer, .integer(let number)), (.size, .integer(let number)), (.amount, .integer(let number)):
      return read(String(number))
    case (.amount, .number(let number)): return read(String(number))
    case (_, .string(let text)): return read(text)
    default: return nil
    }
  }

  /// The first member of a list that has another form; nil if the type is not a list or the members are not the reason.
  func invalidMember(_ text: String) -> String? {
    guard case .list(let form) = self else { return nil }
    return Self.members(text).first { !form.accepts($0) }
  }

  /// The same for a JSON value.
  func invalidMember(_ json: JSONValue) -> String? {
    guard case .list(let form) = self else { return nil }
    if let text = json.stringValue { return invalidMember(text) }
    guard case .array(let members) = json else { return nil }
    return members.compactMap(\.stringValue).first { !form.accepts($0) }
  }

  /// The value that is required, for messages: `"soon" is not …`.
  var expectation: String {
    switch self {
    case .text(let form): form.name
    case .list: "a list of texts"
    case .flag: "true or false"
    case .integer(let range, _): "an integer from \(range.lowerBound) to \(range.upperBound)"
    case .duration: "a duration of at most ten years (examples: 250ms, 30s, 5m, 24h)"
    case .size(allowsZero: false): "a size of at most 1 TiB (examples: 512B, 64KiB, 1MiB)"
    case .size(allowsZero: true): "a size of at most 1 TiB (examples: 64KiB, 1MiB), or 0 for no limit"
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .amount: "an amount from 0 to 1000000 (example: 0.50), or empty"
    }
  }

  /// The value that is required of a member of a list.
  var memberExpectation: String {
    if case .list(let form) = self { form.name } else { expectation }
  }

  private static func members(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0.trimming(while: \.isWhitespace)) }.filter { !$0.isEmpty }
  }
}

/// Durations as text: a whole number and a unit.
enum DurationText {
  private static let units: [(suffix: String, milliseconds: Int64)] = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// - Returns: nil if the text is not a duration of 0 to 3,650 days.
  static func read(_ text: String) -> Duration? {
    for unit in units where text.hasSuffix(unit.suffix) {
      guard let number = Int64(text.dropLast(unit.suffix.count)), number >= 0 else { continue }
      let (milliseconds, overflow) = number.multipliedReportingOverflow(by: unit.milliseconds)
      return overflow || milliseconds > 3_650 * 86_400_000 ? nil : .milliseconds(milliseconds)
    }
    return nil
  }
}

/// Sizes as text: a whole number of bytes, with or without a binary unit.
enum SizeText {
  private static let units: [(suffix: String, bytes: Int)] = [
    ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("B", 1),
  ]

  /// - Returns: the bytes; nil if the text is not a size of 1 byte to 1 TiB.
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
