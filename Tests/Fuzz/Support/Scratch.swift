import Migrations

@testable package import Storage

/// A database in memory whose changes are rolled back.
package struct Scratch {
  /// The open connection.
  package let connection: any SQLConnection
  private let handle: SQLiteHandle

  /// Creates it with every migration and an account for each of `users`, as id and name. Ends the process on failure.
  package init(users: [String]) {
    do {
      handle = try SQLiteHandle(path: ":memory:", flags: 6)
      for migration in Migration.sqlite {
        try handle.executeScript(String(decoding: migration.sql, as: UTF8.self))
      }
      for (number, user) in users.enumerated() {
        try handle.execute(
          """
          INSERT INTO users (id, number, username, username_key, password_hash, created_at, updated_at)
          VALUES ($1, $2, $1, $1, '', 0, 0)
          """, [.text(user), .integer(Int64(number))])
      }
      connection = handle
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Runs `body` and rolls back its changes. An error of `body` is a finding.
  package func undone(_ body: (any SQLConnection) throws -> Void) {
    do {
      try handle.execute("SAVEPOINT scratch", [])
      try body(connection)
      try handle.execute("ROLLBACK TO scratch", [])
      try handle.execute("RELEASE scratch", [])
    } catch {
      require(false, "\(error)")
    }
  }
}
