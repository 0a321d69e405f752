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
  /// Which names may stand in the lines: most that are asked for do not, and that is seen without a look at the lines.
  private var names: NameSet

  package init() {
    storage = []
    lines = []
    names = NameSet()
  }

  /// - Parameters:
  ///   - storage: the bytes that the ranges of `lines` mean.
  ///   - names: those of `lines`.
  init(storage: [UInt8], lines: [Line], names: NameSet) {
    self.storage = storage
    self.lines = lines
    self.names = names
  }

  package var count: Int { lines.count }

  /// Adds a line; nothing is merged or replaced.
  package mutating func append(_ name: String, _ value: String) {
    let start = storage.count
    storage += Array(name.utf8)
    let middle = storage.count
    storage += Array(value.utf8)
    lines.append(Line(name: start..<middle, value: middle..<storage.count))
    names.insert(length: name.utf8.count, first: name.utf8.first)
  }

  /// Puts one line in the place of all those called `name`.
  package mutating func replace(_ name: String, with value: String) {
    lines = lines.filter { !isNamed($0, name) }
    append(name, value)
  }

  /// The value of the first line called `name`.
  package subscript(_ name: String) -> String? {
    guard mayHold(name) else { return nil }
    for line in lines where isNamed(line, name) { return text(line.value) }
    return nil
  }

  /// The values of all lines called `name`, in order.
  package func all(_ name: String) -> [String] {
    guard mayHold(name) else { return [] }
    var values: [String] = []
    for line in lines where isNamed(line, name) { values.append(text(line.value)) }
    return values
  }

  func occurrence(of name: StaticString) -> Occurrence {
    var found = Occurrence.never
    for line in lines where isNamed(line, name) {
      if case .once = found { return .repeatedly }
      found = .once(storage[line.value])
    }
    return found
  }

  /// Whether one of `others` may stand in the fields.
  func mayHold(_ others: NameSet) -> Bool { names.intersects(others) }

  private func mayHold(_ name: String) -> Bool {
    names.mayHold(length: name.utf8.count, first: name.utf8.first)
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

  /// Each request is asked for these names, and taking a string apart byte by byte is dear.
  private func isNamed(_ line: Line, _ name: StaticString) -> Bool {
    guard line.name.count == name.utf8CodeUnitCount else { return false }
    for offset in 0..<line.name.count
    where unsafe lowercased(storage[line.name.lowerBound + offset]) != lowercased(name.utf8Start[offset]) {
      return false
    }
    return true
  }

  private func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}

/// A set of field names that knows of each no more than its length and its first letter: it may take one name for
/// another, but never misses one that it holds.
struct NameSet: Sendable {
  private var bits: UInt64 = 0

  /// Those that say how the content is delimited.
  static let framing = NameSet(["Content-Length", "Transfer-Encoding"])
  static let expect = NameSet(["Expect"])
  static let connection = NameSet(["Connection"])

  init() {}

  init(_ names: [String]) {
    for name in names { insert(length: name.utf8.count, first: name.utf8.first) }
  }

  func intersects(_ other: NameSet) -> Bool { bits & other.bits != 0 }

  mutating func insert(length: Int, first: UInt8?) { bits |= Self.bit(length, first) }

  func mayHold(length: Int, first: UInt8?) -> Bool { bits & Self.bit(length, first) != 0 }

  /// The letter without its case; the multiplier keeps the names that every request is asked for apart.
  private static func bit(_ length: Int, _ first: UInt8?) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: length &* 7 &+ Int((first ?? 0) | 0x20))
  }
}
