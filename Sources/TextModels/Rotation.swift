extension Array {
  /// Returns the elements from `start` on, and then those before it; a start beyond the end begins anew.
  package func rotated(to start: Int) -> [Element] {
    let start = isEmpty ? 0 : start % count
    return Array(self[start...] + self[..<start])
  }
}
