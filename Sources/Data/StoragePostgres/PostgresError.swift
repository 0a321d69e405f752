/// A reason why a PostgreSQL database cannot be opened. No case contains a password.
package enum PostgresError: Error, Equatable, Sendable, CustomStringConvertible {
  /// libpq cannot be loaded.
  case library(name: String, reason: String)
  /// The URL cannot be parsed.
  case url(reason: String)
  /// The file with the password cannot be read.
  case passwordFile(path: String, reason: String)
  /// No connection: the server is not reachable, refuses the user, or has no such database.
  case connection(reason: String)
  /// The version of the server is too old.
  case version(String)
  /// The encoding of the database is not UTF8.
  case encoding(String, database: String)
  /// No schema of the search path exists or is accessible.
  case noSchema(searchPath: String, user: String)
  /// The user may not create tables in the schema.
  case rights(schema: String, user: String)
  /// The server is a standby.
  case standby
  /// A command uses the tables alone, or a server uses tables that a command needs alone.
  case inUse(schema: String)
  /// A present node signs access tokens with another key.
  case otherKey(node: String)

  /// A sentence for the operator, without a full stop.
  package var description: String {
    switch self {
    case .library(let name, let reason):
      "PostgreSQL's client library \(name) cannot be loaded (\(reason)): install the Debian package libpq5"
    case .url(let reason):
      "storage.url is not a valid PostgreSQL URL: \(reason) (example: postgresql://hearth@db/hearth)"
    case .passwordFile(let path, let reason): "the password file \(path) cannot be read: \(reason)"
    case .connection(let reason): "no connection to PostgreSQL: \(reason)"
    case .version(let version):
      "the PostgreSQL server has version \(version), but version \(ServerCheck.minimumMajor) or newer is needed"
    case .encoding(let encoding, let database):
      """
      the database \(database) has the encoding \(encoding), but UTF8 is needed: create it with \
      CREATE DATABASE \(database) ENCODING 'UTF8' TEMPLATE template0
      """
    case .noSchema(let path, let user):
      "the user \(user) can use no schema of the search path \(path): create a schema, or grant USAGE on it"
    case .rights(let schema, let user):
      "the user \(user) may not create tables in the schema \(schema): run GRANT CREATE ON SCHEMA \(schema) TO \(user)"
    case .standby:
      "the PostgreSQL server is a standby, which refuses writes: add target_session_attrs=read-write and all servers to the URL"
    case .inUse(let schema):
      """
      the schema \(schema) of this database is in use: a command that must be alone and a server cannot use it at the same \
      time. Stop the servers, or wait for the command
      """
    case .otherKey(let node):
      """
      the node on \(node) signs access tokens with another key, so that neither would accept the tokens of the other: set the \
      same auth.signing_key on all nodes
      """
    }
  }
}
