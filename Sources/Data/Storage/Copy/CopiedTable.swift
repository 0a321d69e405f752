/// A table as a copy of a database reads and writes it.
package struct CopiedTable: Sendable, Equatable {
  /// The name of the table.
  package var name: String
  /// The names of its columns.
  package var columns: [String]
  /// The columns of its primary key, in their order.
  package var key: [String]
  /// Whether the engine numbers its rows, in the column `id`.
  package var isNumbered: Bool

  /// The maximum number of rows of one page.
  private static let pageRows = 200

  /// Reads the page after a row, in the order of the key. - Parameter position: the key of that row; nil for the first page.
  func page(after position: [SQLValue]?, in connection: any SQLConnection) throws -> [Row] {
    let names = key.joined(separator: ", ")
    let places = key.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let condition = position == nil ? "" : "WHERE (\(names)) > (\(places)) "
    return try connection.query(
      """
      SELECT \(columns.joined(separator: ", ")) FROM \(name) \(condition)ORDER BY \(names) LIMIT \(Self.pageRows)
      """, position ?? [])
  }

  /// The key of a row.
  func position(of row: Row) -> [SQLValue] { key.map { row[$0] } }

  /// Stores rows.
  func insert(_ rows: [Row], in connection: any SQLConnection) throws {
    let places = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    let sql = "INSERT INTO \(name) (\(columns.joined(separator: ", "))) VALUES (\(places))"
    for row in rows { try connection.execute(sql, row.values) }
  }

  /// The tables of a SQLite database that have the same rows with every engine. A table follows those that it refers to.
  static func all(in connection: any SQLConnection) throws -> [CopiedTable] {
    let found = try connection.query(
      """
      SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
        AND name NOT IN ('schema_migrations', 'active_websocket_connections', 'nodes') ORDER BY name
      """)
    var waiting: [(table: CopiedTable, parents: Set<String>)] = try found.compactMap { row in
      guard let name = row.text("name") else { return nil }
      let columns = try connection.query("SELECT name, pk FROM pragma_table_info($1) ORDER BY cid", [.text(name)])
      let key = columns.filter { ($0.integer("pk") ?? 0) > 0 }.sorted {
        ($0.integer("pk") ?? 0) < ($1.integer("pk") ?? 0)
      }
      let parents = try connection.query("SELECT \"table\" AS parent FROM pragma_foreign_key_list($1)", [.text(name)])
      let table = CopiedTable(
        name: name, columns: columns.compactMap { $0.text("name") }, key: key.compactMap { $0.text("name") },
        isNumbered: row.text("sql")?.contains("AUTOINCREMENT") == true)
      return (table, Set(parents.compactMap { $0.text("parent") }).subtracting([name]))
    }
    var sorted: [CopiedTable] = []
    while !waiting.isEmpty {
      let names = Set(waiting.map(\.table.name))
      let ready = waiting.filter { $0.parents.isDisjoint(with: names) }
      // Tables that refer to each other do not exist.
      guard !ready.isEmpty else { throw StorageError.engine(code: 0, message: "tables refer to each other", sql: "") }
      sorted += ready.map(\.table)
      waiting.removeAll { entry in ready.contains { $0.table == entry.table } }
    }
    return sorted
  }
}
