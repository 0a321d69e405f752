import API
import Storage

/// The names of accounts, read from the rows of `users`.
enum ChatAccountRepository {
  /// The account with this username in any case, or with this id. - Throws: `Problem` 404 if there is none.
  static func required(_ name: String, in connection: any SQLConnection) throws -> (id: String, name: String) {
    let row = try connection.first(
      "SELECT id, username FROM users WHERE username_key = $1 OR id = $2",
      [.text(RoomName.key(name)), .text(name.lowercased())])
    guard let id = row?.text("id"), let name = row?.text("username") else {
      throw Problem(status: 404, code: "USER_NOT_FOUND", message: "No account has this name.")
    }
    return (id, name)
  }

  /// The username of an account; nil if it does not exist.
  static func username(of userID: String, in connection: any SQLConnection) throws -> String? {
    try connection.first("SELECT username FROM users WHERE id = $1", [.text(userID)])?.text("username")
  }
}
