import Foundation
import Storage

/// The data of a server that has started once with `--dev`.
///
/// Servers of tests start with a copy. Otherwise each start applies every migration and hashes three passwords at full cost,
/// which takes 0.35 s of CPU time. The passwords here are hashed at the lowest cost that the server accepts.
enum SeededData {
  /// The password of the accounts that a test names.
  static let password = "correct horse"

  /// The accounts of `--dev` (docs/api/operations.md#development).
  private static let development = [
    Account(name: "admin", role: "admin", hash: "QHUop2MUG8XRX7cOP83Z3CY-XAPzzM65GfukjVyrJbI"),
    Account(name: "testuser2", hash: "-yyd1PN_Ryo1Qce4dc-zrv_6rirX3NR-bX2PsKcmAZo"),
    Account(
      name: "user@example.com", email: "user@example.com", hash: "0Syi7mOSq18vFqDmTNODQqRpMmMSAMhN1vB6HRp8dUc"),
  ]

  private struct Account {
    var name: String
    var email: String?
    var role = "user"
    var hash: String
  }

  /// The folder of the copied database, made once in each process of tests.
  private static let template = Result {
    let folder = try TemporaryFolder()
    try insert(development, in: folder)
    return folder
  }

  /// Puts the data into `folder` unless it has a database.
  /// - Parameter accounts: more accounts, whose names have no upper-case letters, with the password ``password``.
  static func make(in folder: TemporaryFolder, accounts: [String]) throws {
    guard TestEngine.isSQLite else { return try makePostgres(in: folder, accounts: accounts) }
    let database = "/data/hearth.sqlite3"
    guard !FileManager.default.fileExists(atPath: folder.path + database) else { return }
    try FileManager.default.createDirectory(
      atPath: folder.path + "/data", withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try FileManager.default.copyItem(
      atPath: template.get().path + database, toPath: folder.path + database)
    try insert(accounts.map(ordinary), in: folder)
  }

  /// Puts the accounts into the schema of `folder` unless it has accounts.
  private static func makePostgres(in folder: TemporaryFolder, accounts: [String]) throws {
    guard try DataReader.rows(folder, "SELECT 1 AS one FROM users LIMIT 1").isEmpty else { return }
    try insert(development + accounts.map(ordinary), in: folder)
  }

  private static func ordinary(_ name: String) -> Account {
    Account(name: name, hash: "2vNh6JQZ9HwJeCxI6J9CEg36lozYTnjlWLY2x553COU")
  }

  private static func insert(_ accounts: [Account], in folder: TemporaryFolder) throws {
    guard !accounts.isEmpty else { return }
    try DataReader.change(folder) { connection in
      for account in accounts {
        try connection.execute(
          """
          INSERT INTO users (id, number, username, username_key, email, email_key, role, password_hash, created_at,
            updated_at)
          SELECT $1, COALESCE(MAX(number), 0) + 1, $2, $2, $3, $3, $4, $5, 0, 0 FROM users
          """,
          [
            .text(UUID().uuidString.lowercased()), .text(account.name), .optional(account.email), .text(account.role),
            .text("$scrypt$ln=10,r=8,p=1$dGVzdHMtc2FsdC0xNmJ5dA$" + account.hash),
          ])
      }
    }
  }
}
