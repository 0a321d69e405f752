/// Rewrites what the spelling of Romance languages and German joins or separates in another way than English.
package enum Separation {
  /// Returns a text with elided articles apart ("l'huile", "d'oeuf"), numbers with a decimal point ("1.500,5" is 1500.5),
  /// and without the periods of abbreviations.
  ///
  /// - Parameter elisions: words that an apostrophe joins to the next one; other apostrophes stay ("Reese's").
  package static func separated(_ text: String, elisions: Set<String>) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      switch scalar.value {
      case 0x27, 0x2019, 0x2BC: result.append(isElision(scalars, index, elisions) ? " " : scalar)
      case 0x2E where isThousands(scalars, index) || isAbbreviation(scalars, index): continue
      // The comma of "0,4" stays: without a unit it means litres.
      case 0x2C where index > 0 && isDigit(scalars, index - 1) && isDigit(scalars, index + 1):
        result.append(scalars[index - 1] == "0" && !isDigit(scalars, index - 2) ? "," : ".")
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  private static func isDigit(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    scalars.indices.contains(index) && (0x30...0x39).contains(scalars[index].value)
  }

  /// Whether the apostrophe at `index` ends an elided word and is not that of a name ("M&M's").
  private static func isElision(_ scalars: [Unicode.Scalar], _ index: Int, _ elisions: Set<String>) -> Bool {
    let before = scalars[max(0, index - 8)..<index].reversed().map(Letters.folded).prefix { $0 != nil }
    let after = scalars[(index + 1)...].prefix(8).map(Letters.folded).prefix { $0 != nil }.map { $0 ?? "" }
    return after != ["s"] && elisions.contains(before.reversed().map { $0 ?? "" }.joined())
  }

  /// Whether "de", "di", "d'" or "à" follows the period, which then ends an abbreviation: "2 cdas. de azúcar".
  private static func isAbbreviation(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    let next = String(String.UnicodeScalarView(scalars[(index + 1)...].drop { $0 == " " }.prefix(3)))
    return ["de ", "di ", "d'", "d’", "à ", "a "].contains(where: next.hasPrefix)
  }

  private static func isThousands(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    isDigit(scalars, index - 1) && !isDigit(scalars, index - 2) && !isDigit(scalars, index + 4)
      && (1...3).allSatisfy { isDigit(scalars, index + $0) }
  }
}
