/// The field lines of a message in order. Names are compared case-insensitively (RFC 9110 §5.1).
///
/// Received lines are ranges of the receive buffer; a string is created only for a requested line.
package struct HTTPFields: Sendable {
  struct Line: Sendable {
    var name: Range<Int>
    var value: Range<Int>
  }

  /// The occurrences of a name.
  enum Occurrence {
    case never
    case once(ArraySlice<UInt8>)
    case repeatedly
  }

  private var storage: [UInt8]
  private var lines: [Line]
  /// A filter of the names: most requested names are absent, which it shows without a search of the lines.
  private var names: NameSet

  /// Creates a list without lines.
  package init() {
    storage = []
    lines = []
    names = NameSet()
  }

  /// - Parameters:
  ///   - storage: the bytes to which the ranges of `lines` refer.
  ///   - names: the names of `lines`.
  init(storage: [UInt8], lines: [Line], names: NameSet) {
    self.storage = storage
    self.lines = lines
    self.names = names
  }

  /// The number of lines.
  package var count: Int { lines.count }

  /// All lines, with names as received.
  package var pairs: [(name: String, value: String)] { lines.map { (text($0.name), text($0.value)) } }

  /// Appends a line. Existing lines are neither merged nor replaced.
  package mutating func append(_ name: String, _ value: String) {
    let start = storage.count
    storage += Array(name.utf8)
    let middle = storage.count
    storage += Array(value.utf8)
    lines.append(Line(name: start..<middle, value: middle..<storage.count))
    names.insert(length: name.utf8.count, first: name.utf8.first)
  }

  /// Replaces all lines of a name by one.
  package mutating func replace(_ name: String, with value: String) {
    lines = lines.filter { !isNamed($0, name) }
    append(name, value)
  }

  /// The value of the first line of a name; nil if there is none.
  package subscript(_ name: String) -> String? {
    guard mayHold(name) else { return nil }
    for line in lines where isNamed(line, name) { return text(line.value) }
    return nil
  }

  /// Whether there is a line of a name.
  package func contains(_ name: String) -> Bool { mayHold(name) && lines.contains { isNamed($0, name) } }

  /// Returns the values of all lines of a name, in order.
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

  /// Whether one of `others` may occur; false is definite.
  func mayHold(_ others: NameSet) -> Bool { names.intersects(others) }

  private func mayHold(_ name: String) -> Bool {
    names.mayHold(length: name.utf8.count, first: name.utf8.first)
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: storage[range], as: UTF8.self) }

  private func isNamed(_ line: Line, _ name: String) -> Bool {
    // Two spans are compared several times as fast as the bytes of a string.
    let name = name.utf8.span
    guard line.name.count == name.count else { return false }
    let bytes = storage.span.extracting(line.name)
    for index in bytes.indices where lowercased(bytes[index]) != lowercased(name[index]) { return false }
    return true
  }

  /// Compares with a literal. It runs for several names per request, and iterating over the bytes of a `String` is slow.
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

/// A Bloom filter of field names, hashed by length and first letter. It may report a name that was not inserted, but never misses
/// an inserted one.
struct NameSet: Sendable {
  private var bits: UInt64 = 0

  /// The fields that delimit the content.
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

  /// The letter is case-folded; the multiplier separates the names that are looked up for every request.
  private static func bit(_ length: Int, _ first: UInt8?) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: length &* 7 &+ Int((first ?? 0) | 0x20))
  }
}
