/// A pattern for `LIKE` that takes a text as it stands.
package enum LikePattern {
  /// Stands behind the pattern.
  package static let escape = "ESCAPE '!'"

  /// Matches what contains `text`.
  package static func containing(_ text: some StringProtocol) -> String {
    var pattern = String.UnicodeScalarView()
    pattern.append("%")
    // The engine reads scalars: one of its signs counts also where a mark behind it makes it a letter of its own.
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "_" || scalar == "!" { pattern.append("!") }
      pattern.append(scalar)
    }
    pattern.append("%")
    return String(pattern)
  }
}
