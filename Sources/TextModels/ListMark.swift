/// The bullets, boxes and numbers before the lines of a list.
package enum ListMark {
  /// Returns a line without its bullets, its box and, if other lines have numbers too, its number.
  package static func removed(from line: Substring, isNumbered: Bool) -> String {
    var rest = line.drop(while: \.isWhitespace)
    while let first = rest.first, isBullet(first), rest.dropFirst().first?.isWhitespace == true {
      rest = rest.dropFirst().drop(while: \.isWhitespace)
    }
    if rest.hasPrefix("[ ]") || rest.lowercased().hasPrefix("[x]") { rest = rest.dropFirst(3) }
    if isNumbered, isNumber(rest) { rest = rest.drop { $0.isASCII && $0.isNumber }.dropFirst() }
    return String(rest.drop(while: \.isWhitespace))
  }

  /// Whether a line begins with a list number: one or two digits, ".", ")" or "-", a space.
  package static func isNumber(_ line: Substring) -> Bool {
    let rest = line.drop(while: \.isWhitespace)
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let mark = rest.dropFirst(digits.count)
    return (1...2).contains(digits.count) && [". ", ") ", "- "].contains { mark.hasPrefix($0) }
  }

  /// Whether a line is indented more than the one before it or has a bullet, as the lines below a heading.
  package static func isBelow(_ line: Substring, _ heading: Substring) -> Bool {
    func indent(_ line: Substring) -> Int { line.prefix(while: \.isWhitespace).count }
    return indent(line) > indent(heading) || line.drop(while: \.isWhitespace).first.map(isBullet) == true
  }

  /// Whether a short line ends in a colon and contains no number: "Breakfast:".
  package static func isHeading(_ line: Substring) -> Bool {
    line.last == ":" && line.utf8.count <= 60 && !line.utf8.contains { (0x30...0x39).contains($0) }
  }

  private static func isBullet(_ character: Character) -> Bool { "-*•·–—+>▪‣◦".contains(character) }
}
