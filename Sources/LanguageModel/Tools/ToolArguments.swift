import JSONCodec

/// Arguments, or an object within them, that were held against their schema.
///
/// What the schema requires is there and in range; the defaults below stand for what may be left out.
struct ToolArguments: Sendable {
  static let maxBytes = 64 << 10

  private let value: JSONValue

  /// Reads and checks a model's JSON; nothing at all counts as an empty object.
  init(_ text: String, schema: ArgumentSchema) throws(ToolArgumentProblem) {
    guard text.utf8.count <= Self.maxBytes else {
      throw ToolArgumentProblem(path: "", problem: "must be at most \(Self.maxBytes) bytes")
    }
    let json = text.withoutOuterSpace.isEmpty ? "{}" : text
    guard let value = try? JSONValue(parsingUnique: Array(json.utf8)) else {
      throw ToolArgumentProblem(path: "", problem: "must be one JSON object that names no member twice")
    }
    try schema.check(value)
    self.value = value
  }

  private init(checked value: JSONValue) { self.value = value }

  /// Without the white space around it; empty where it was left out.
  func text(_ name: String) -> String { value[name]?.stringValue?.withoutOuterSpace ?? "" }

  func optionalText(_ name: String) -> String? {
    let text = text(name)
    return text.isEmpty ? nil : text
  }

  func integer(_ name: String) -> Int? { value[name]?.integerValue.map { Int(clamping: $0) } }

  func number(_ name: String) -> Double? { value[name]?.doubleValue }

  func list(_ name: String) -> [ToolArguments] { (value[name]?.arrayValue ?? []).map(ToolArguments.init(checked:)) }
}
