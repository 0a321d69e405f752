/// The field lines of a message, in order, names compared without case (RFC 9110 §5.1).
///
/// Lines that were received are slices of the buffer that they came in; text is made only for a line that is asked for.
package struct HTTPFields: Sendable {
  struct Line: Sendable {
    var name: Range<Int>
    var value: Range<Int>
  }

  /// How often a name stands in the fields.
  enum Occurrence {
    case never
    case once(ArraySlice<UInt8>)
    case repeatedly
  }

  private var storage: [UInt8]
  private var lines: [Line]

  package init() {
    storage = []
    lines = []
  }

  /// - Parameter storage: the bytes that the ranges of `lines` mean.
  init(storage: [UInt8], lines: [Line]) {
    self.storage = storage
    self.lines = lines
  }

  package var count: Int { lines.count }

  /// Adds a line; nothing is merged or replaced.
  package mutating func append(_ name: String, _ value: String) {
    let start = storage.count
    storage += Array(name.utf8)
    let middle = storage.count
    storage += Array(value.utf8)
    lines.append(Line(name: start..<middle, value: middle..<storage.count))
  }

  /// Puts one line in the place of all those called `name`.
  package mutating func replace(_ name: String, with value: String) {
    lines = lines.filter { !isNamed($0, name) }
    append(name, value)
  }

  /// The value of the first line called `name`.
  package subscript(_ name: String) -> String? {
    for line in lines where isNamed(line, name) { return text(line.value) }
    return nil
  }

  /// The values of all lines called `name`, in order.
  package func all(_ name: String) -> [String] {
    var values: [String] = []
    for line in lines where isNamed(line, name) { values.append(text(line.value)) }
    return values
  }

  func occurrence(of name: String) -> Occurrence {
    var found = Occurrence.never
    for line in lines where isNamed(line, name) {
      if case .once = found { return .repeatedly }
      found = .once(storage[line.value])
    }
    return found
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: storage[range], as: UTF8.self) }

  private func isNamed(_ line: Line, _ name: String) -> Bool {
    guard line.name.count == name.utf8.count else { return false }
    var index = line.name.lowerBound
    for byte in name.utf8 {
      if lowercased(storage[index]) != lowercased(byte) { return false }
      index += 1
    }
    return true
  }

  private func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
