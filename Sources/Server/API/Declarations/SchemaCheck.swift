package import JSONCodec

extension Schema {
  /// The differences between a value and this schema; empty if there are none. For tests.
  /// - Parameters:
  ///   - path: names the value in the differences.
  ///   - isOpen: whether objects may have members that are not declared, as those of clients may.
  package func violations(_ value: JSONValue, at path: String, isOpen: Bool) -> [String] {
    switch kind {
    case .any: []
    case .string: value.stringValue.map { textViolations($0, at: path) } ?? ["\(path) is not a string"]
    case .integer: value.integerValue.map { rangeViolations(Double($0), at: path) } ?? ["\(path) is not an integer"]
    case .number: value.doubleValue.map { rangeViolations($0, at: path) } ?? ["\(path) is not a number"]
    case .boolean: value.boolValue == nil ? ["\(path) is not a boolean"] : []
    case .array(let element): arrayViolations(value, element, at: path, isOpen: isOpen)
    case .map(let element):
      value.objectValue?.sorted { $0.key < $1.key }.flatMap {
        element.violations($0.value, at: "\(path).\($0.key)", isOpen: isOpen)
      } ?? ["\(path) is not an object"]
    case .object(let fields):
      value.objectValue.map { Self.violations($0, fields, at: path, isOpen: isOpen) } ?? ["\(path) is not an object"]
    case .oneOf(let schemas):
      schemas.contains { $0.violations(value, at: path, isOpen: isOpen).isEmpty } ? [] : ["\(path) has another type"]
    }
  }

  /// The differences between members and their declarations; empty if there are none. For tests.
  package static func violations(
    _ members: [String: JSONValue], _ fields: [FieldDeclaration], at path: String, isOpen: Bool
  ) -> [String] {
    var found: [String] = []
    for field in fields {
      let place = path + "." + field.name
      let names = [field.name] + field.aliases
      guard let value = names.lazy.compactMap({ members[$0] }).first else {
        if field.isRequired { found.append("\(place) is missing") }
        continue
      }
      if value.isNull {
        if !field.isNullable { found.append("\(place) is null") }
      } else {
        found += field.schema.violations(value, at: place, isOpen: isOpen)
      }
    }
    guard !isOpen else { return found }
    let names = Set(fields.flatMap { [$0.name] + $0.aliases })
    return found + members.keys.filter { !names.contains($0) }.sorted().map { "\(path).\($0) is not declared" }
  }

  private func textViolations(_ text: String, at path: String) -> [String] {
    var found: [String] = []
    if !allowedValues.isEmpty, !allowedValues.contains(text) { found.append("\(path) is \(text)") }
    if let length, !length.contains(text.count) { found.append("\(path) has \(text.count) characters") }
    if let pattern, !Self.matches(text, pattern) { found.append("\(path) does not match \(pattern)") }
    if format == "date-time", !Self.matches(text, Self.timePattern) { found.append("\(path) is no time: \(text)") }
    return found
  }

  /// The form of a time (RFC 3339 §5.6).
  private static let timePattern = #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)"#

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { return false }
    return text.wholeMatch(of: regex) != nil
  }

  private func rangeViolations(_ number: Double, at path: String) -> [String] {
    guard let range, !range.contains(number) else { return [] }
    return ["\(path) is \(number)"]
  }

  private func arrayViolations(_ value: JSONValue, _ element: Schema, at path: String, isOpen: Bool) -> [String] {
    guard let values = value.arrayValue else { return ["\(path) is not an array"] }
    var found = values.flatMap { element.violations($0, at: path + "[]", isOpen: isOpen) }
    if let length, !length.contains(values.count) { found.append("\(path) has \(values.count) elements") }
    return found
  }
}
