import Migrations

@testable package import Storage

/// A database in memory whose changes are undone.
package struct Scratch {
  package let connection: any SQLConnection
  private let handle: SQLiteHandle

  /// With every migration, and accounts whose ids and names are `users`. Ends the process where it cannot be made.
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

  /// Runs `body` and takes back what it changed; whatever it throws is a finding.
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
