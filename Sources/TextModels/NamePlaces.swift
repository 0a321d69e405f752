/// Names that a text has in one language, with their words in another, by which the places of what was found in its
/// translation are found.
package struct NamePlaces: Sendable {
  private var names: [(place: Range<Int>, words: Set<String>)] = []

  /// No names.
  package init() {}

  /// Adds the name at a place of the text. - Parameter words: those of its translation.
  package mutating func add(_ place: Range<Int>, _ words: [String]) { names.append((place, Set(words))) }

  /// Removes the name that has most of the words, of several the first. - Returns: its place; nil if none has any.
  package mutating func take(_ words: [String]) -> Range<Int>? {
    let shared = names.map { $0.words.intersection(words).count }
    guard let most = shared.max(), most > 0, let index = shared.firstIndex(of: most) else { return nil }
    return names.remove(at: index).place
  }
}
