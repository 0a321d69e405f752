/// Rules about characters that cannot be seen (Unicode Standard Annex #44, Unicode Technical Report #36).
enum VisibleText {
  /// Whether the character shows nothing by itself: spaces, controls, format characters, fillers, unassigned and
  /// private code points.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator:
      true
    default:
      // The Hangul fillers are letters, variation selectors are marks: both are default-ignorable.
      scalar.properties.isDefaultIgnorableCodePoint || blanks.contains(scalar.value)
    }
  }

  /// Whether the character ends a line or is a control character.
  static func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Whether the character embeds, overrides or isolates a direction of text (UAX #9 §2). Such a character also changes
  /// how the text after a name is shown, and makes one name look like another.
  static func overridesDirection(_ scalar: Unicode.Scalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  /// Symbols and letters that Unicode defines as blank: the empty Braille pattern, the null notehead, the blank
  /// hieroglyphs, the Khitan filler.
  private static let blanks: Set<UInt32> = [0x2800, 0x1D159, 0x13441, 0x13442, 0x16FE4]
}
