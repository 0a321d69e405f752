import Crypto
import Storage

/// The numbers of the advisory locks of scopes. Advisory locks belong to a database, so that the numbers differ between schemas.
struct ScopeLocks: Sendable {
  /// The schema of the tables.
  let schema: String
  private let prefix: String

  /// - Parameter schema: the schema of the tables, the same on all nodes.
  init(schema: String) {
    self.schema = schema
    prefix = "hearth\0" + schema + "\0"
  }

  /// Returns the number of a key: the first 8 bytes of a SHA-256. Two keys with the same number only wait for each other.
  func number(of key: String) -> Int64 {
    let digest = SHA256.digest(Array((prefix + key).utf8))
    return Int64(bitPattern: digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// Returns the numbers of a scope in ascending order, without repetition: the order in which all transactions lock.
  func numbers(of scope: WriteScope) -> [Int64] {
    scope.keys.isEmpty ? [] : Set(scope.keys.map(number)).sorted()
  }
}
