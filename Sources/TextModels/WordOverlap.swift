extension Array {
  /// Returns the elements that have most of the wanted words; none if no element has any.
  package func having(most wanted: Set<String>, in words: (Element) -> Set<String>) -> [Element] {
    let counts = map { wanted.count(where: words($0).contains) }
    guard let most = counts.max(), most > 0 else { return [] }
    return zip(self, counts).filter { $1 == most }.map(\.0)
  }
}
