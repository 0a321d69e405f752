import Storage
import TestSupport
import Testing

/// The schemas of both engines have the same tables, columns, indexes and triggers.
@Suite(.timeLimit(.minutes(2))) struct PostgresSchemaTests {
  /// A column without the differences of names between the engines.
  private struct Column: Hashable, Comparable {
    var table: String
    var name: String
    var type: String
    var isOptional: Bool
    var hasDefault: Bool

    static func < (left: Column, right: Column) -> Bool { (left.table, left.name) < (right.table, right.name) }
  }

  private static let postgresOnly = ["storage_state", "schema_migrations"]

  private static func sqliteColumns(_ connection: any SQLConnection) throws -> [Column] {
    let tables = try connection.query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'")
    return try tables.compactMap { $0.text("name") }.filter { !postgresOnly.contains($0) }.flatMap { table in
      try connection.query("SELECT * FROM pragma_table_info('\(table)') ORDER BY cid").map { row in
        let type = row.text("type") ?? ""
        let isKey = row.integer("pk") ?? 0 > 0
        return Column(
          table: table, name: row.text("name") ?? "",
          type: ["INTEGER": "bigint", "REAL": "double precision"][type] ?? type.lowercased(),
          isOptional: row.integer("notnull") == 0 && !isKey, hasDefault: row["dflt_value"] != .null)
      }
    }
  }

  private static func postgresColumns(_ connection: any SQLConnection) throws -> [Column] {
    try connection.query(
      """
      SELECT table_name::text AS t, column_name::text AS c, data_type::text AS d, is_nullable::text AS n, column_default AS f
      FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position
      """
    ).map { row in
      Column(
        table: row.text("t") ?? "", name: row.text("c") ?? "", type: row.text("d") ?? "",
        isOptional: row.text("n") == "YES",
        hasDefault: row["f"] != .null)
    }.filter { !postgresOnly.contains($0.table) }
  }

  @Test func bothEnginesHaveTheSameColumns() async throws {
    let sqlite = try await withEngine(.sqlite) { try await $0.database.read(Self.sqliteColumns) }
    let postgres = try await withEngine(.postgres) { try await $0.database.read(Self.postgresColumns) }
    #expect(Set(sqlite).subtracting(postgres).sorted() == [])
    #expect(Set(postgres).subtracting(sqlite).sorted() == [])
    // `SELECT *` and the export depend on the order.
    let tables = Set(sqlite.map(\.table))
    for table in tables {
      #expect(sqlite.filter { $0.table == table }.map(\.name) == postgres.filter { $0.table == table }.map(\.name))
    }
    #expect(tables.count == 39)
  }

  @Test func bothEnginesHaveTheSameIndexesAndTriggers() async throws {
    let sqlite = try await withEngine(.sqlite) { open in
      try await open.database.read { connection in
        try connection.query("SELECT name FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL")
          .compactMap { $0.text("name") }
      }
    }
    let postgres = try await withEngine(.postgres) { open in
      try await open.database.read { connection in
        try connection.query(
          """
          SELECT tgname::text AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
          WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
          UNION ALL SELECT relname::text FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
          WHERE relnamespace = current_schema()::regnamespace
            AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = pg_class.oid AND contype IN ('p', 'u'))
          """
        ).compactMap { $0.text("name") }
      }
    }
    #expect(Set(sqlite) == Set(postgres))
  }

  @Test func allTextIsComparedByItsBytes() async throws {
    let others = try await withEngine(.postgres) { open in
      try await open.database.read { connection in
        try connection.query(
          """
          SELECT table_name::text || '.' || column_name::text AS name FROM information_schema.columns
          WHERE table_schema = current_schema() AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'
          """
        ).compactMap { $0.text("name") }
      }
    }
    #expect(others == [])
  }
}
