package import JSONCodec
import Runtime

/// Compares values with JSON Schemas (draft 2020-12) of the documents of this server, which use a part of them.
///
/// An independent reading of the documents: what it accepts is what a client developer reads in them.
package struct SchemaCheck: Sendable {
  /// The document that references (`#/components/schemas/Food`) refer to.
  private let document: JSONValue

  /// - Parameter document: contains the referenced schemas.
  package init(document: JSONValue) { self.document = document }

  /// The differences between a value and a schema.
  /// - Parameters:
  ///   - path: names the value in the differences.
  ///   - isOpen: whether objects may have members that the schema does not list, as those of clients may.
  package func violations(_ value: JSONValue, _ schema: JSONValue, at path: String, isOpen: Bool) -> [String] {
    let schema = resolved(schema)
    if let alternatives = schema["anyOf"]?.arrayValue {
      let results = alternatives.map { violations(value, $0, at: path, isOpen: isOpen) }
      return results.min { $0.count < $1.count } ?? []
    }
    guard hasType(value, schema["type"]) else { return ["\(path) is \(value.text.prefix(100))"] }
    var found: [String] = []
    if let values = schema["enum"]?.arrayValue, !values.contains(value) { found.append("\(path) is \(value.text)") }
    if let text = value.stringValue { found += textViolations(text, schema, at: path) }
    if let number = value.doubleValue { found += rangeViolations(number, schema, at: path) }
    if let elements = value.arrayValue { found += arrayViolations(elements, schema, at: path, isOpen: isOpen) }
    if let members = value.objectValue { found += objectViolations(members, schema, at: path, isOpen: isOpen) }
    for (index, part) in (schema["allOf"]?.arrayValue ?? []).enumerated() {
      // The first part of an error lists all members; the others restrict some of them.
      found += violations(value, part, at: path, isOpen: isOpen || index > 0 || schema["properties"] != nil)
    }
    return found
  }

  /// The value that a reference names, or the value itself.
  func resolved(_ value: JSONValue) -> JSONValue {
    guard let reference = value["$ref"]?.stringValue else { return value }
    return reference.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] ?? .null }
  }

  private func hasType(_ value: JSONValue, _ type: JSONValue?) -> Bool {
    guard let type else { return true }
    return (type.arrayValue ?? [type]).contains { name in
      switch name.stringValue {
      case "string": value.stringValue != nil
      case "integer": value.integerValue != nil
      case "number": value.doubleValue != nil
      case "boolean": value.boolValue != nil
      case "array": value.arrayValue != nil
      case "object": value.objectValue != nil
      case "null": value.isNull
      default: false
      }
    }
  }

  private func textViolations(_ text: String, _ schema: JSONValue, at path: String) -> [String] {
    var found: [String] = []
    let count = schema["minLength"] == nil && schema["maxLength"] == nil ? 0 : text.count
    if let least = schema["minLength"]?.integerValue, count < least { found.append("\(path) has \(count) characters") }
    if let most = schema["maxLength"]?.integerValue, count > most { found.append("\(path) has \(count) characters") }
    var patterns = [schema["pattern"]?.stringValue]
    if schema["format"] == "date-time" { patterns.append(Self.time) }
    if schema["format"] == "uuid" { patterns.append(Self.uuid) }
    for case let pattern? in patterns {
      guard let regex = Self.regex(pattern), text.contains(regex) else {
        found.append("\(path) does not match \(pattern): \(text.prefix(100))")
        continue
      }
    }
    return found
  }

  /// The compiled pattern: compiling takes longer than matching. - Returns: nil if it is malformed.
  private static func regex(_ pattern: String) -> Regex<AnyRegexOutput>? {
    compiled.withLock { compiled in
      if let known = compiled[pattern] { return known.regex }
      let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar)
      compiled[pattern] = Compiled(regex: regex)
      return regex
    }
  }

  /// `@unchecked Sendable`: a regex is immutable once it is compiled.
  private struct Compiled: @unchecked Sendable {
    var regex: Regex<AnyRegexOutput>?
  }

  private static let compiled = Locked<[String: Compiled]>([:])

  /// RFC 3339 §5.6.
  private static let time = #"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$"#
  /// RFC 9562 §4, in lower case.
  private static let uuid = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"

  private func rangeViolations(_ number: Double, _ schema: JSONValue, at path: String) -> [String] {
    if let least = schema["minimum"]?.doubleValue, number < least { return ["\(path) is \(number)"] }
    if let most = schema["maximum"]?.doubleValue, number > most { return ["\(path) is \(number)"] }
    return []
  }

  private func arrayViolations(_ values: [JSONValue], _ schema: JSONValue, at path: String, isOpen: Bool) -> [String] {
    var found: [String] = []
    if let items = schema["items"] {
      found += values.flatMap { violations($0, items, at: path + "[]", isOpen: isOpen) }
    }
    let count = Int64(values.count)
    if count < schema["minItems"]?.integerValue ?? 0 || count > schema["maxItems"]?.integerValue ?? .max {
      found.append("\(path) has \(count) elements")
    }
    return found
  }

  private func objectViolations(
    _ members: [String: JSONValue], _ schema: JSONValue, at path: String, isOpen: Bool
  ) -> [String] {
    let properties = schema["properties"]?.objectValue
    var found = (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue).filter { members[$0] == nil }
      .map { "\(path).\($0) is missing" }
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      if let property = properties?[name] {
        found += violations(value, property, at: "\(path).\(name)", isOpen: isOpen)
      } else if let other = schema["additionalProperties"], other.objectValue != nil {
        found += violations(value, other, at: "\(path).\(name)", isOpen: isOpen)
      } else if properties != nil, !isOpen {
        found.append("\(path).\(name) is not declared")
      }
    }
    return found
  }
}
