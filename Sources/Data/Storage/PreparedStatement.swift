import CSQLite

/// A statement of the SQLite library, and what is asked of it each time it is used. It belongs to its connection's thread.
@safe final class PreparedStatement {
  let statement: OpaquePointer
  /// The places of `$1`, `$2` and so on, which may stand in the text in any order; those that it has not are missing.
  let places: [Int32]
  private var names: [String] = []

  init(_ statement: OpaquePointer) {
    unsafe self.statement = unsafe statement
    var places: [Int32] = []
    while case let place = unsafe sqlite3_bind_parameter_index(statement, "$\(places.count + 1)"), place > 0 {
      places.append(place)
    }
    self.places = places
  }

  /// The names of the result's columns.
  var columns: [String] {
    let count = unsafe sqlite3_column_count(statement)
    if names.count != count { names = (0..<count).map { unsafe String(cString: sqlite3_column_name(statement, $0)) } }
    return names
  }
}

/// The text of a statement as a key. Statements are written in the program and few, so that their lengths tell most of them
/// apart and the same text is the same string in memory: hashing all of it took longer than finding it.
struct StatementText: Hashable {
  private let text: String

  init(_ text: String) { self.text = text }

  func hash(into hasher: inout Hasher) { hasher.combine(text.utf8.count) }
}
