/// The first head of some bytes, read without validation. It is correct for valid requests only.
struct NaiveHead {
  /// Names and values in the order of the lines.
  var fields: [(name: String, value: String)] = []

  init(_ input: [UInt8]) {
    var lines = Self.lines(input)[...]
    if lines.first?.isEmpty == true { lines.removeFirst() }
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { break }
      fields.append((Self.text(line[..<colon]), Self.text(Self.trimmed(line[(colon + 1)...]))))
    }
  }

  /// The names in the spelling of the input, each once.
  var names: [String] {
    var seen: Set<String> = []
    return fields.map(\.name).filter { seen.insert($0.lowercased()).inserted }
  }

  func values(_ name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  private static func lines(_ input: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for index in input.indices.dropFirst() where input[index] == 0x0A && input[index - 1] == 0x0D && index > start {
      lines.append(input[start..<index - 1])
      start = index + 1
    }
    return lines
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let end = bytes.lastIndex { !isSpace($0) } ?? bytes.startIndex - 1
    return bytes[...end].drop(while: isSpace)
  }
}
