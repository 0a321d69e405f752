/// Reduces a word of a language to a stem that its singular and plural, masculine and feminine share.
///
/// Rows of `inflection.tsv`: step, ending, replacement. Of each step the first ending that fits is replaced, if at
/// least three letters stay. A stem need not be a word.
struct Inflection: Sendable {
  private static let minStem = 3

  private let steps: [[(ending: [UInt8], replacement: [UInt8])]]

  init(rows: [[String]]) {
    var steps: [Int: [(ending: [UInt8], replacement: [UInt8])]] = [:]
    for row in rows where row.count >= 2 {
      let replacement = row.count > 2 ? Array(row[2].utf8) : []
      steps[Int(row[0]) ?? 0, default: []].append((Array(row[1].utf8), replacement))
    }
    self.steps = steps.sorted { $0.key < $1.key }.map(\.value)
  }

  func stem(_ word: String) -> String {
    if steps.isEmpty { return word }
    var letters = Array(word.utf8)
    for step in steps {
      let rule = step.first { ending, replacement in
        letters.count - ending.count + replacement.count >= Self.minStem && letters.suffix(ending.count) == ending[...]
      }
      guard let rule else { continue }
      letters.replaceSubrange((letters.count - rule.ending.count)..., with: rule.replacement)
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
