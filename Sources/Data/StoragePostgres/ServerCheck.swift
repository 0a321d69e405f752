import Storage

/// The requirements on a server and its database, checked when the database is opened.
enum ServerCheck {
  /// The oldest major version: it has `pg_stat_wal`.
  static let minimumMajor = 14

  private static let sql = """
    SELECT current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
      current_database()::text AS database, current_user::text AS account, current_setting('search_path') AS path,
      current_schema()::text AS schema, pg_is_in_recovery() AS standby,
      COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create
    """

  /// - Returns: the schema of the tables.
  /// - Throws: `PostgresError` for the first requirement that is not met, `PostgresFailure`.
  static func run(_ connector: PostgresConnector) throws -> String {
    let library = try LibPQ(name: connector.configuration.library)
    // Before the session is prepared, which needs this version too.
    let link: PostgresLink
    do throws(PostgresFailure) { link = try connector.connectNow(.migrator) } catch {
      throw try reason(error, connector.configuration, library)
    }
    guard let row = try link.run([SQLStatement(sql: sql)], by: nil).first?.rows.first else {
      throw PostgresError.connection(reason: "the server sent no settings")
    }
    return try check(row)
  }

  /// - Parameter row: the result of the query.
  static func check(_ row: Row) throws(PostgresError) -> String {
    let user = row.text("account") ?? ""
    let version = row.text("version") ?? ""
    guard let major = Int(version.prefix { $0.isNumber }), major >= minimumMajor else { throw .version(version) }
    let encoding = row.text("encoding") ?? ""
    guard encoding == "UTF8" else { throw .encoding(encoding, database: row.text("database") ?? "") }
    guard let schema = row.text("schema") else { throw .noSchema(searchPath: row.text("path") ?? "", user: user) }
    guard row.integer("standby") == 0 else { throw .standby }
    guard row.integer("may_create") == 1 else { throw .rights(schema: schema, user: user) }
    return schema
  }

  /// Explains why there is no connection.
  private static func reason(
    _ failure: PostgresFailure, _ configuration: PostgresConfiguration, _ library: LibPQ
  ) throws(PostgresError) -> PostgresError {
    _ = try ConnectionURL(configuration.url, library: library)
    if let path = configuration.passwordFile { _ = try PostgresConnector.password(in: path) }
    // Only servers before version 14 have no pg_stat_wal.
    if case .engine(_, let message, _) = failure.error, message.hasPrefix("42P01") { return .version("13 or older") }
    if case .inputOutput(let message) = failure.error { return .connection(reason: message) }
    return .connection(reason: failure.error.description)
  }
}
