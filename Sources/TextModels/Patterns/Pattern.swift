/// A compiled pattern of words.
///
/// Elements are separated by spaces:
///
///     word        this word; `word*` every word that begins so; `a|b` either; `a_b` two words in a row
///     @class      every alternative of a class
///     ?element    the element may be missing
///     ..  ...     up to 3 or up to 8 words of the same sentence
///     $           the end of a clause
///     #6-500      a number in digits in this range, or in words up to twenty
///     =38-45      a number in digits in this range that is a reading: neither an amount (`40 g`) nor an aim (`under 40`)
///     &           separates parts that may occur in any order
package struct Pattern: Sendable {
  /// One element of a part, or what is between two of them.
  package enum Step: Sendable, Equatable {
    /// The number of an element of ``PatternElements``.
    case element(Int, isOptional: Bool)
    /// Up to so many words of one sentence.
    case gap(Int)
    /// The end of a clause.
    case end
  }

  /// The parts, which may occur in any order.
  package let parts: [[Step]]
  /// The elements that must occur, by which most patterns are excluded cheaply.
  let required: [Int]

  /// Compiles a pattern, whose elements are added to those that there are.
  package init(_ text: String, _ elements: inout PatternElements) {
    parts = text[...].pieces("&").map { part in
      part.pieces(" ").map { word in
        switch word {
        case "..": .gap(3)
        case "...": .gap(8)
        case "$": .end
        case _ where word.hasPrefix("?"): .element(elements.number(String(word.dropFirst())), isOptional: true)
        default: .element(elements.number(String(word)), isOptional: false)
        }
      }
    }
    required = parts.joined().compactMap { step in
      if case .element(let element, isOptional: false) = step { return element }
      return nil
    }
  }
}
