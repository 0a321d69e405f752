import CSQLite

/// A prepared statement of SQLite with cached metadata. It belongs to the thread of its connection.
@safe final class PreparedStatement {
  let statement: OpaquePointer
  /// The parameter indices of `$1`, `$2` and so on, which may appear in any order. A gap in the numbers ends the list.
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

  /// The names of the result columns.
  var columns: [String] {
    let count = unsafe sqlite3_column_count(statement)
    if names.count != count { names = (0..<count).map { unsafe String(cString: sqlite3_column_name(statement, $0)) } }
    return names
  }
}
