/// What the layout of a list says: bullets and numbers in front of its lines, and lines that head others.
enum LineLayout {
  /// The text with bullets and list numbers taken off and headings within a line as brackets, and the heads of lists
  /// ("Sandwich:") that name what their lines add up to.
  static func read(_ text: String, table: FoodTable) -> (text: String, heads: [String]) {
    let heading = InlineHeading(table: table)
    guard text.unicodeScalars.contains(where: isNewline) else {
      return (heading.bracketed(withoutMark(text[...], isNumbered: false)), [])
    }
    let lines = text.split(whereSeparator: { $0.unicodeScalars.contains(where: isNewline) })
    let isNumbered = lines.count(where: hasNumber) > 1
    var heads: [String] = []
    var kept: [String] = []
    for (index, line) in lines.enumerated() {
      let isLast = index + 1 == lines.count
      if !isLast, isHead(line), isBelow(lines[index + 1], line) {
        heads.append(String(line.drop { $0 == " " || $0 == "\t" }.dropLast()))
      } else {
        kept.append(heading.bracketed(withoutMark(line, isNumbered: isNumbered)))
      }
    }
    return (kept.joined(separator: "\n"), heads)
  }

  /// A line that ends in a colon and holds no number.
  private static func isHead(_ line: Substring) -> Bool {
    line.last == ":" && line.utf8.count <= 60 && !line.utf8.contains { (0x30...0x39).contains($0) }
  }

  /// Whether a line is indented more than the one before or has a bullet.
  private static func isBelow(_ line: Substring, _ head: Substring) -> Bool {
    indent(line) > indent(head) || line.drop { $0 == " " || $0 == "\t" }.first.map(isBullet) == true
  }

  private static func indent(_ line: Substring) -> Int { line.prefix { $0 == " " || $0 == "\t" }.count }

  private static func withoutMark(_ line: Substring, isNumbered: Bool) -> String {
    var rest = line.drop { $0 == " " || $0 == "\t" }
    while let first = rest.first, isBullet(first), rest.dropFirst().first.map({ $0 == " " || $0 == "\t" }) == true {
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
    }
    if rest.hasPrefix("[ ]") || rest.lowercased().hasPrefix("[x]") { rest = rest.dropFirst(3) }
    if isNumbered, hasNumber(rest) { rest = rest.drop { $0.isASCII && $0.isNumber }.dropFirst() }
    return String(rest.drop { $0 == " " || $0 == "\t" })
  }

  /// "1. ", "2) ": a number of one or two digits, a sign, a space.
  private static func hasNumber(_ line: Substring) -> Bool {
    let rest = line.drop { $0 == " " || $0 == "\t" }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let behind = rest.dropFirst(digits.count)
    return (1...2).contains(digits.count) && (behind.hasPrefix(". ") || behind.hasPrefix(") "))
  }

  private static func isBullet(_ character: Character) -> Bool { "-*•·–—+>▪‣◦".contains(character) }

  private static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar.value == 0x2028 || scalar.value == 0x2029
  }
}
