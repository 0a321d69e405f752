/// Replaces the thickness of a slice by its size: "2 thin slices of ham" are small slices.
enum SliceThickness {
  private static let sizes = Lexicon.keys("slice-size")

  static func normalized(_ tokens: [Token]) -> [Token] {
    tokens.indices.map { index in
      guard tokens.unit(index + 1) == .slice, let size = tokens.word(index).flatMap({ sizes[$0] }) else {
        return tokens[index]
      }
      return .word(size)
    }
  }
}
