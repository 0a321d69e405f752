import TextModels

/// Reads the layout of a list: bullets and numbers before its lines, and heading lines.
enum LineLayout {
  /// The text without bullets and list numbers, with headings inside a line as brackets; and the heading lines
  /// ("Sandwich:"), which the lines below them replace. White space around the text is no indentation of a line.
  static func read(_ text: String, table: FoodTable) -> (text: String, headings: [String]) {
    let heading = InlineHeading(table: table)
    let text = TimedEntries.withMarkedHours(text).drop(while: \.isWhitespace)
    let end = text.lastIndex { !$0.isWhitespace }
    let lines = end.map { text[...$0].split(whereSeparator: \.isNewline) } ?? []
    let isNumbered = lines.count(where: ListMark.isNumber) > 1
    var headings: [String] = []
    var kept: [String] = []
    for (index, line) in lines.enumerated() {
      let isLast = index + 1 == lines.count
      if !isLast, ListMark.isHeading(line), ListMark.isBelow(lines[index + 1], line) {
        headings.append(String(line.drop(while: \.isWhitespace).dropLast()))
      } else {
        let text = ListMark.removed(from: line, isNumbered: isNumbered)
        kept.append(heading.bracketed(line.utf8.contains(UInt8(ascii: "-")) ? text.replacing(" - ", with: ": ") : text))
      }
    }
    return (kept.joined(separator: "\n"), headings)
  }
}
