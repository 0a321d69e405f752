/// A builder of `LIKE` patterns that match a text literally.
package enum LikePattern {
  /// The ESCAPE clause that must follow the pattern.
  package static let escape = "ESCAPE '!'"

  /// Returns a pattern that matches strings containing `text`.
  package static func containing(_ text: some StringProtocol) -> String {
    var pattern = String.UnicodeScalarView()
    pattern.append("%")
    // The engine compares scalars: a wildcard followed by a combining mark is still a wildcard.
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "_" || scalar == "!" { pattern.append("!") }
      pattern.append(scalar)
    }
    pattern.append("%")
    return String(pattern)
  }
}
