/// The text of a statement as a dictionary key, hashed by its length only. The program has few statements, most of different
/// lengths, and hashing the whole text took longer than the lookup.
package struct StatementText: Hashable {
  private let text: String

  /// The key of a statement.
  package init(_ text: String) { self.text = text }

  /// Hashes the length (`Hashable`).
  package func hash(into hasher: inout Hasher) { hasher.combine(text.utf8.count) }
}
