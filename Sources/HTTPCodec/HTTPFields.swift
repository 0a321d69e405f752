/// The field lines of a message, in order, names compared without case (RFC 9110 §5.1).
package struct HTTPFields: Sendable {
  private var lines: [(name: String, value: String)] = []

  package init() {}

  /// Adds a line; nothing is merged or replaced.
  package mutating func append(_ name: String, _ value: String) { lines.append((name, value)) }

  /// The value of the first line called `name`.
  package subscript(_ name: String) -> String? {
    let wanted = name.lowercased()
    return lines.first { $0.name.lowercased() == wanted }?.value
  }

  /// The values of all lines called `name`, in order.
  package func all(_ name: String) -> [String] {
    let wanted = name.lowercased()
    return lines.filter { $0.name.lowercased() == wanted }.map(\.value)
  }
}
