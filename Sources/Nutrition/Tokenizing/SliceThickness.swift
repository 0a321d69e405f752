/// Replaces the thickness of a slice by its size: "2 thin slices of ham" are small slices.
enum SliceThickness {
  private static let sizes = ["thin": "small", "regular": "medium", "thick": "large"]

  static func normalized(_ tokens: [Token]) -> [Token] {
    var result = tokens
    for index in tokens.indices.dropLast() {
      guard case .word(let word) = tokens[index], let size = Self.sizes[word],
        tokens[index + 1] == .word("slice") || tokens[index + 1] == .word("slices")
      else { continue }
      result[index] = .word(size)
    }
    return result
  }
}
