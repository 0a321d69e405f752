/// The forms of the words of a language, read from rows of a table.
///
/// Rows of step, ending and replacement reduce a word to a stem that its forms share: of each step the first ending that
/// fits is replaced, if at least three letters stay. A row `elision` has the words that are joined to the next one by
/// an apostrophe ("l'huile"), a row `link` what joins the parts of a compound ("Tomatensalat").
package struct Inflection: Sendable {
  private static let minStem = 3

  private let steps: [[(ending: [UInt8], replacement: [UInt8])]]
  /// The words that an apostrophe joins to the next one.
  package let elisions: Set<String>
  /// Endings of the first part of a compound; empty if the language has no compounds.
  package let links: [String]

  /// Whether each word is its own stem.
  package var isEmpty: Bool { steps.isEmpty }

  /// - Parameter rows: the fields of each row; those of other kinds are ignored.
  package init(rows: [[String]]) {
    var steps: [Int: [(ending: [UInt8], replacement: [UInt8])]] = [:]
    for row in rows where row.count >= 2 {
      guard let step = Int(row[0]) else { continue }
      steps[step, default: []].append((Array(row[1].utf8), row.count > 2 ? Array(row[2].utf8) : []))
    }
    self.steps = steps.sorted { $0.key < $1.key }.map(\.value)
    let lists = rows.reduce(into: [:]) { $0[$1[0]] = $1.last?.split(separator: ";").map(String.init) }
    elisions = Set(lists["elision"] ?? [])
    links = lists["link"] ?? []
  }

  /// The stem of a lower-case word.
  package func stem(_ word: String) -> String {
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
