import JSONCodec

/// Assembles tool calls from fragments, which have an index or none.
struct ToolCallAssembly: Sendable {
  static let maxCalls = 16
  static let maxNameBytes = 64
  static let maxIDBytes = 256
  static let maxArgumentBytes = 64 << 10

  private struct Part {
    var id = ""
    var name = ""
    var arguments: [UInt8] = []
  }

  /// By their index in the stream, in the order in which they began.
  private var parts: [(index: Int64, part: Part)] = []

  /// Adds one element of `delta.tool_calls`.
  /// - Throws: `badResponse` if it is no object or a limit is exceeded.
  mutating func received(_ fragment: JSONValue) throws(LanguageModelError) {
    guard fragment.objectValue != nil else { throw .badResponse(.notJSON) }
    let id = fragment["id"]?.stringValue ?? ""
    let place = try place(index: fragment["index"]?.integerValue, id: id)
    let name = fragment["function"]?["name"]?.stringValue ?? ""
    let arguments = fragment["function"]?["arguments"]?.stringValue ?? ""
    guard id.utf8.count <= Self.maxIDBytes, name.utf8.count <= Self.maxNameBytes,
      parts[place].part.arguments.count + arguments.utf8.count <= Self.maxArgumentBytes
    else { throw .badResponse(.toolCalls) }
    // Some endpoints repeat id and name in every fragment; none sends them in pieces.
    if parts[place].part.id.isEmpty { parts[place].part.id = id }
    if parts[place].part.name.isEmpty { parts[place].part.name = name }
    parts[place].part.arguments += arguments.utf8
  }

  /// Returns the calls in the order of their index.
  /// - Throws: `badResponse` if one has no name.
  func calls() throws(LanguageModelError) -> [ToolCall] {
    var calls: [ToolCall] = []
    for (number, entry) in parts.sorted(by: { $0.index < $1.index }).enumerated() {
      guard !entry.part.name.isEmpty else { throw .badResponse(.toolCalls) }
      calls.append(
        ToolCall(
          id: entry.part.id.isEmpty ? "call_\(number)" : entry.part.id, name: entry.part.name,
          arguments: String(decoding: entry.part.arguments, as: UTF8.self)))
    }
    return calls
  }

  /// Returns the position of the call that a fragment belongs to. An id that differs from that of the call at its index,
  /// or an id without an index, begins another call: some endpoints send no index, or the same for all calls.
  private mutating func place(index: Int64?, id: String) throws(LanguageModelError) -> Int {
    let known = index.map { index in parts.lastIndex { $0.index == index } } ?? parts.indices.last
    if let known, id.isEmpty || parts[known].part.id.isEmpty || parts[known].part.id == id { return known }
    guard parts.count < Self.maxCalls else { throw .badResponse(.toolCalls) }
    let next = (parts.map(\.index).max() ?? -1).addingReportingOverflow(1).partialValue
    let isFree = index.map { index in !parts.contains { $0.index == index } } ?? false
    parts.append((isFree ? index ?? next : next, Part()))
    return parts.endIndex - 1
  }
}
