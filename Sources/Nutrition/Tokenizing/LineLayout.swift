/// Reads the layout of a list: bullets and numbers before its lines, and heading lines.
enum LineLayout {
  /// The text without bullets and list numbers, with headings inside a line as brackets; and the heading lines
  /// ("Sandwich:"), which the lines below them replace. White space around the text is no indentation of a line.
  static func read(_ text: String, table: FoodTable) -> (text: String, headings: [String]) {
    let text = trimmed(text)
    let heading = InlineHeading(table: table)
    guard text.unicodeScalars.contains(where: isNewline) else {
      return (heading.bracketed(withoutListMark(text[...], isNumbered: false)), [])
    }
    let lines = text.split(whereSeparator: { $0.unicodeScalars.contains(where: isNewline) })
    let isNumbered = lines.count(where: hasNumber) > 1
    var headings: [String] = []
    var kept: [String] = []
    for (index, line) in lines.enumerated() {
      let isLast = index + 1 == lines.count
      if !isLast, isHeading(line), isBelow(lines[index + 1], line) {
        headings.append(String(line.drop { $0 == " " || $0 == "\t" }.dropLast()))
      } else {
        kept.append(heading.bracketed(withoutListMark(line, isNumbered: isNumbered)))
      }
    }
    return (kept.joined(separator: "\n"), headings)
  }

  private static func trimmed(_ text: String) -> String {
    let start = text.unicodeScalars.drop(while: \.properties.isWhitespace)
    let end = start.lastIndex { !$0.properties.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }

  /// Whether the line ends in a colon and contains no number.
  private static func isHeading(_ line: Substring) -> Bool {
    line.last == ":" && line.utf8.count <= 60 && !line.utf8.contains { (0x30...0x39).contains($0) }
  }

  /// Whether the line is indented more than the heading or has a bullet.
  private static func isBelow(_ line: Substring, _ heading: Substring) -> Bool {
    indent(line) > indent(heading) || line.drop { $0 == " " || $0 == "\t" }.first.map(isBullet) == true
  }

  private static func indent(_ line: Substring) -> Int { line.prefix { $0 == " " || $0 == "\t" }.count }

  private static func withoutListMark(_ line: Substring, isNumbered: Bool) -> String {
    var rest = line.drop { $0 == " " || $0 == "\t" }
    while let first = rest.first, isBullet(first), rest.dropFirst().first.map({ $0 == " " || $0 == "\t" }) == true {
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
    }
    if rest.hasPrefix("[ ]") || rest.lowercased().hasPrefix("[x]") { rest = rest.dropFirst(3) }
    if isNumbered, hasNumber(rest) { rest = rest.drop { $0.isASCII && $0.isNumber }.dropFirst() }
    return String(rest.drop { $0 == " " || $0 == "\t" })
  }

  /// Whether the line begins with a list number: one or two digits, "." or ")", a space.
  private static func hasNumber(_ line: Substring) -> Bool {
    let rest = line.drop { $0 == " " || $0 == "\t" }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let mark = rest.dropFirst(digits.count)
    return (1...2).contains(digits.count) && (mark.hasPrefix(". ") || mark.hasPrefix(") "))
  }

  private static func isBullet(_ character: Character) -> Bool { "-*•·–—+>▪‣◦".contains(character) }

  private static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar.value == 0x2028 || scalar.value == 0x2029
  }
}
