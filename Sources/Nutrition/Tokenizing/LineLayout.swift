/// Reads the layout of a list: bullets and numbers before its lines, and heading lines.
enum LineLayout {
  /// The text without bullets and list numbers, with headings inside a line as brackets; and the heading lines
  /// ("Sandwich:"), which the lines below them replace. White space around the text is no indentation of a line.
  static func read(_ text: String, table: FoodTable) -> (text: String, headings: [String]) {
    let heading = InlineHeading(table: table)
    let text = withMarkedHours(text).drop(while: \.isWhitespace)
    let end = text.lastIndex { !$0.isWhitespace }
    let lines = end.map { text[...$0].split(whereSeparator: \.isNewline) } ?? []
    let isNumbered = lines.count(where: hasNumber) > 1
    var headings: [String] = []
    var kept: [String] = []
    for (index, line) in lines.enumerated() {
      let isLast = index + 1 == lines.count
      if !isLast, isHeading(line), isBelow(lines[index + 1], line) {
        headings.append(String(line.drop(while: \.isWhitespace).dropLast()))
      } else {
        let text = withoutListMark(line, isNumbered: isNumbered)
        kept.append(heading.bracketed(line.utf8.contains(UInt8(ascii: "-")) ? text.replacing(" - ", with: ": ") : text))
      }
    }
    return (kept.joined(separator: "\n"), headings)
  }

  /// Adds minutes to hours that begin entries of which others begin with a time: "7am tea / 10 toast / 12 soup".
  private static func withMarkedHours(_ text: String) -> String {
    guard text.utf8.contains(where: "/\n;|".utf8.contains) else { return text }
    let entries = text.replacing(" / ", with: "\n").split { $0.isNewline || $0 == ";" || $0 == "|" }.map { entry in
      let entry = entry.drop { $0 == " " }
      return (digits: entry.prefix(while: \.isNumber), rest: entry.drop(while: \.isNumber))
    }
    let timed = entries.count { entry in
      let isMinute = entry.rest.first == "." && entry.rest.dropFirst().prefix(while: \.isNumber).count == 2
      return (1...2).contains(entry.digits.count)
        && (isMinute || [":", "am", "pm", "a ", "p "].contains { entry.rest.hasPrefix($0) })
    }
    let first = text.drop { !$0.isNumber }.prefix(while: \.isNumber)
    let hours = ([first] + entries.dropFirst().map(\.digits)).compactMap { Int($0) }
    let isDay = hours.count > 2 && zip(hours, hours.dropFirst()).allSatisfy { $0 > 4 && $0 < $1 && $1 < 24 }
    guard timed > (isDay ? 0 : 1), entries.dropFirst().allSatisfy({ !$0.digits.isEmpty }) else { return text }
    return entries.map { entry in
      entry.digits + (entry.digits.count < 3 && entry.rest.hasPrefix(" ") ? ":00" : "") + entry.rest
    }.joined(separator: "\n")
  }

  /// Whether the line ends in a colon and contains no number.
  private static func isHeading(_ line: Substring) -> Bool {
    line.last == ":" && line.utf8.count <= 60 && !line.utf8.contains { (0x30...0x39).contains($0) }
  }

  /// Whether the line is indented more than the heading or has a bullet.
  private static func isBelow(_ line: Substring, _ heading: Substring) -> Bool {
    indent(line) > indent(heading) || line.drop(while: \.isWhitespace).first.map(isBullet) == true
  }

  private static func indent(_ line: Substring) -> Int { line.prefix(while: \.isWhitespace).count }

  private static func withoutListMark(_ line: Substring, isNumbered: Bool) -> String {
    var rest = line.drop(while: \.isWhitespace)
    while let first = rest.first, isBullet(first), rest.dropFirst().first?.isWhitespace == true {
      rest = rest.dropFirst().drop(while: \.isWhitespace)
    }
    if rest.hasPrefix("[ ]") || rest.lowercased().hasPrefix("[x]") { rest = rest.dropFirst(3) }
    if isNumbered, hasNumber(rest) { rest = rest.drop { $0.isASCII && $0.isNumber }.dropFirst() }
    return String(rest.drop(while: \.isWhitespace))
  }

  /// Whether the line begins with a list number: one or two digits, ".", ")" or "-", a space.
  private static func hasNumber(_ line: Substring) -> Bool {
    let rest = line.drop(while: \.isWhitespace)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let mark = rest.dropFirst(digits.count)
    return (1...2).contains(digits.count) && [". ", ") ", "- "].contains { mark.hasPrefix($0) }
  }

  private static func isBullet(_ character: Character) -> Bool { "-*•·–—+>▪‣◦".contains(character) }
}
