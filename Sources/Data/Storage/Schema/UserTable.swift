/// A table with rows of users, and the rules for the rows of one user: what an export shows of them, how the deletion of
/// the account removes them, and what they count for the storage quota.
///
/// The owner of a table declares it. Table and column names are trusted text; values are always arguments.
package struct UserTable: Sendable {
  /// The part of an export.
  package enum Export: Sendable {
    /// Nothing: rows that repeat others, or say nothing about the user.
    case nothing
    /// The rows of a query, one line each.
    case rows(ExportQuery)
    /// Lines that the owner encodes, for content that is spread over several tables.
    case lines(kind: String, @Sendable (ExportPage, any SQLConnection) throws -> [ExportLine])
  }

  /// The removal of a user's rows.
  package enum Deletion: Sendable {
    /// Together with the row of `users`, by foreign keys or by `Module.deleteContent`: few rows.
    case withAccount
    /// Before the row of `users`, in steps of bounded size: many rows.
    /// - Parameters:
    ///   - key: the column that identifies a row of the user.
    ///   - owner: the column with the user's id.
    case inSteps(key: String, owner: String = "user_id")
  }

  /// The bytes of a user's rows that count for the storage quota.
  package enum Usage: Sendable {
    /// None: the number of rows is bounded by other settings, or they grow by a few bytes a day.
    case free
    case counted(UsageRule)
  }

  /// The name in the schema.
  package var name: String
  /// The part of an export.
  package var export: Export
  /// The way in which the rows are removed.
  package var deletion: Deletion
  /// The bytes that count for the quota.
  package var usage: Usage

  /// `export` and `usage` have no defaults, so that content is not left out by mistake.
  package init(_ name: String, export: Export, deletion: Deletion = .withAccount, usage: Usage) {
    self.name = name
    self.export = export
    self.deletion = deletion
    self.usage = usage
  }

  /// Deletes some rows of a user if the table is emptied in steps.
  /// - Returns: the number of deleted rows; fewer than `step` if none is left.
  package func deleteRows(of userID: String, step: Int, in connection: any SQLConnection) throws -> Int {
    guard case .inSteps(let key, let owner) = deletion else { return 0 }
    return try connection.execute(
      """
      DELETE FROM \(name) WHERE \(owner) = $1 AND \(key) IN
      (SELECT \(key) FROM \(name) WHERE \(owner) = $1 LIMIT \(step))
      """, [.text(userID)])
  }
}

/// A request for the next lines of a table in an export.
package struct ExportPage: Sendable {
  /// The exported user.
  package var userID: String
  /// The position of the last line before; empty for the first page.
  package var position: [SQLValue]
  /// The maximum number of lines.
  package var limit: Int

  /// The first page if `position` is empty.
  package init(userID: String, position: [SQLValue], limit: Int) {
    self.userID = userID
    self.position = position
    self.limit = limit
  }
}

/// One line of an export.
package struct ExportLine: Sendable {
  /// The values by which lines are ordered.
  package var position: [SQLValue]
  /// The content, encoded as JSON.
  package var json: [UInt8]

  /// A line with its position and its JSON.
  package init(position: [SQLValue], json: [UInt8]) {
    self.position = position
    self.json = json
  }
}

/// A query whose rows are exported as they are.
package struct ExportQuery: Sendable {
  /// The `kind` of its lines.
  package var kind: String
  /// A statement up to the end of its `WHERE` clause, with the user's id as `$1`.
  package var select: String
  /// One or two columns that order the rows; their values are the position.
  package var keys: [String]
  /// Columns that hold JSON.
  package var json: Set<String>

  /// A query with the content of one `kind` of line.
  package init(kind: String, select: String, keys: [String], json: Set<String> = []) {
    self.kind = kind
    self.select = select
    self.keys = keys
    self.json = json
  }

  /// The rows of a page, each with its position.
  package func rows(
    _ page: ExportPage, in connection: any SQLConnection
  ) throws -> [(position: [SQLValue], row: Row)] {
    let condition: String
    switch (page.position.isEmpty, keys.count) {
    case (true, _): condition = ""
    case (_, 1): condition = "AND \(keys[0]) > $2"
    default: condition = "AND (\(keys[0]) > $2 OR \(keys[0]) = $2 AND \(keys[1]) > $3)"
    }
    let rows = try connection.query(
      "\(select) \(condition) ORDER BY \(keys.joined(separator: ", ")) LIMIT \(page.limit)",
      [.text(page.userID)] + page.position)
    return rows.map { row in (keys.map { row[String($0.split(separator: ".").last ?? "")] }, row) }
  }
}
