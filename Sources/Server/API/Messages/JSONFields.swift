package import HTTPServer
package import JSONCodec

/// Reads the members of a JSON object from a client. Its errors name the invalid member and the rule.
///
/// A member may have several spellings; the first one that is present counts. null is the same as absent.
package struct JSONFields {
  /// The maximum size of raw text, in bytes of UTF-8.
  package static let maxRawTextBytes = 8192

  private let members: [String: JSONValue]
  /// The position of the object in the body ("foods[3]."); empty for the body itself.
  private let path: String

  /// Reads `members`.
  /// - Parameter path: the position of the object in the body, for errors.
  package init(_ members: [String: JSONValue], path: String = "") {
    self.members = members
    self.path = path
  }

  /// The body of a request. - Throws: `Problem` 400 `INVALID_JSON`.
  package init(_ request: Request) throws { self.init(try request.jsonObject()) }

  /// Whether the object has a member with one of the names.
  package func has(_ names: String...) -> Bool { value(names) != nil }

  /// Text of `length` characters that are not all white space. - Throws: `Problem` 400.
  package func text(_ names: String..., length: ClosedRange<Int>) throws -> String {
    guard let text = try text(names, length) else { throw problem(names, Self.rule(length)) }
    return text
  }

  /// The same; nil if it is absent. - Throws: `Problem` 400.
  package func optionalText(_ names: String..., length: ClosedRange<Int>) throws -> String? {
    try text(names, length)
  }

  /// Text of any characters, as the client sent it, such as a password or a token. - Throws: `Problem` 400 if it is
  /// absent, empty, not text, or longer than ``maxRawTextBytes``.
  package func rawText(_ names: String...) throws -> String {
    guard let text = try rawText(names), !text.isEmpty else {
      throw Problem.badRequest("\(names[0]) is required.", details: [names[0]: "required"])
    }
    return text
  }

  /// The same; nil if it is absent. It may be empty. - Throws: `Problem` 400.
  package func optionalRawText(_ names: String...) throws -> String? { try rawText(names) }

  /// A finite number within `range`. - Throws: `Problem` 400.
  package func number(_ names: String..., in range: ClosedRange<Double>) throws -> Double {
    guard let number = try number(names, range) else { throw problem(names, Self.rule(range)) }
    return number
  }

  /// The same; nil if it is absent. - Throws: `Problem` 400.
  package func optionalNumber(_ names: String..., in range: ClosedRange<Double>) throws -> Double? {
    try number(names, range)
  }

  /// An integer within `range`; nil if it is absent. - Throws: `Problem` 400.
  package func optionalInteger(_ names: String..., in range: ClosedRange<Int>) throws -> Int? {
    guard let value = value(names) else { return nil }
    // 3.0 is an integer too: JSON has one number type.
    guard let number = value.doubleValue, let integer = Int(exactly: number), range.contains(integer) else {
      throw problem(names, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  /// A Boolean; nil if it is absent. - Throws: `Problem` 400 for another type.
  package func optionalBool(_ names: String...) throws -> Bool? {
    guard let value = value(names) else { return nil }
    guard let bool = value.boolValue else { throw problem(names, "true or false") }
    return bool
  }

  /// One of the cases; nil if it is absent. - Throws: `Problem` 400.
  package func optionalChoice<Choice: RawRepresentable<String> & CaseIterable>(
    _ names: String..., of type: Choice.Type
  ) throws -> Choice? {
    guard let value = value(names) else { return nil }
    guard let choice = value.stringValue.flatMap(Choice.init(rawValue:)) else {
      throw problem(names, "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return choice
  }

  /// An object; nil if it is absent. - Throws: `Problem` 400 for another type.
  package func optionalObject(_ name: String) throws -> JSONFields? {
    guard let value = value([name]) else { return nil }
    guard let members = value.objectValue else { throw problem([name], "an object") }
    return JSONFields(members, path: "\(path)\(name).")
  }

  /// The members as the client sent them.
  package var json: JSONValue { .object(members) }

  /// An array of objects. - Throws: `Problem` 400.
  package func objects(_ name: String, count: ClosedRange<Int>) throws -> [JSONFields] {
    let rule = "an array of \(count.lowerBound) to \(count.upperBound) objects"
    guard let values = value([name])?.arrayValue, count.contains(values.count) else { throw problem([name], rule) }
    return try values.enumerated().map { index, value in
      guard let members = value.objectValue else { throw problem([name], rule) }
      return JSONFields(members, path: "\(path)\(name)[\(index)].")
    }
  }

  /// An array of strings; empty if it is absent. - Throws: `Problem` 400.
  package func texts(_ name: String, count: ClosedRange<Int>, length: ClosedRange<Int>) throws -> [String] {
    guard let value = value([name]) else { return [] }
    let texts = value.arrayValue?.compactMap(\.stringValue)
    guard let texts, texts.count == value.arrayValue?.count, count.contains(texts.count),
      texts.allSatisfy({ Self.isStorable($0) && length.contains($0.count) })
    else { throw problem([name], "an array of at most \(count.upperBound) texts of \(length.upperBound) characters") }
    return texts
  }

  /// A 400 that names the member. - Parameter rule: completes "must be".
  package func problem(_ name: String, _ rule: String) -> Problem { problem([name], rule) }

  private func problem(_ names: [String], _ rule: String) -> Problem {
    let name = path + (names.first ?? "")
    return .badRequest("\(name) must be \(rule).", details: [name: rule])
  }

  private func value(_ names: [String]) -> JSONValue? {
    for name in names {
      if let value = members[name], !value.isNull { return value }
    }
    return nil
  }

  private func rawText(_ names: [String]) throws -> String? {
    guard let value = value(names) else { return nil }
    guard let text = value.stringValue else { throw problem(names, "text") }
    guard text.utf8.count <= Self.maxRawTextBytes else {
      throw problem(names, "at most \(Self.maxRawTextBytes) bytes of text")
    }
    return text
  }

  private func text(_ names: [String], _ length: ClosedRange<Int>) throws -> String? {
    guard let value = value(names) else { return nil }
    guard let text = value.stringValue, Self.isStorable(text), length.contains(text.count),
      length.lowerBound == 0 || text.contains(where: { !$0.isWhitespace })
    else { throw problem(names, Self.rule(length)) }
    return text
  }

  private func number(_ names: [String], _ range: ClosedRange<Double>) throws -> Double? {
    guard let value = value(names) else { return nil }
    guard let number = value.doubleValue, range.contains(number) else { throw problem(names, Self.rule(range)) }
    return number
  }

  /// PostgreSQL refuses NUL in text. A character may have many scalars, so bytes are bounded as well, before characters are
  /// counted.
  private static func isStorable(_ text: String) -> Bool {
    text.utf8.count <= 64 * 1024 && !text.unicodeScalars.contains("\0")
  }

  private static func rule(_ length: ClosedRange<Int>) -> String {
    "text of \(length.lowerBound) to \(length.upperBound) characters"
  }

  private static func rule(_ range: ClosedRange<Double>) -> String {
    "a number from \(shown(range.lowerBound)) to \(shown(range.upperBound))"
  }

  private static func shown(_ value: Double) -> String {
    Int(exactly: value).map { String($0) } ?? String(value)
  }
}
