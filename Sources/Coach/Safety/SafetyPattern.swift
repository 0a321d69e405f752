/// A compiled pattern of `safety_rules.tsv`.
///
/// Elements are separated by spaces:
///
///     word        this word; `word*` every word that begins so; `a|b` either; `a_b` two words in a row
///     @class      every alternative of a row of `safety_classes.tsv`
///     ?element    the element may be missing
///     ..  ...     up to 3 or up to 8 words of the same sentence
///     $           the end of a clause
///     #6-500      a number in digits in this range, or in words up to twenty
///     =38-45      a number in digits in this range that is neither an amount (`40 g`) nor an aim (`under 40`)
///     &           separates parts that may occur in any order
struct SafetyPattern: Sendable {
  enum Step: Sendable, Equatable {
    case element(Int, isOptional: Bool)
    case gap(Int)
    case end
  }

  let parts: [[Step]]
  /// The elements that must occur, by which most rules are excluded cheaply.
  let required: [Int]

  init(_ text: String, _ lexicon: inout SafetyLexicon) {
    parts = text.split(separator: "&").map { part in
      part.split(separator: " ").map { word in
        switch word {
        case "..": .gap(3)
        case "...": .gap(8)
        case "$": .end
        case _ where word.hasPrefix("?"): .element(lexicon.element(String(word.dropFirst())), isOptional: true)
        default: .element(lexicon.element(String(word)), isOptional: false)
        }
      }
    }
    required = parts.joined().compactMap { step in
      if case .element(let element, isOptional: false) = step { return element }
      return nil
    }
  }
}
