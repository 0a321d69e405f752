import Nutrition
import Storage

/// The rows of `food_versions`: a cached value is valid as long as the version of its scope is unchanged.
enum FoodVersions {
  /// The scope of imported foods.
  static let imported = "imported"
  private static let rules = "rules"

  /// The version of a scope: a user id or ``imported``. 0 if it was never changed.
  static func version(_ scope: String, in connection: any SQLConnection) throws -> Int64 {
    try versions([scope], in: connection)[0]
  }

  /// The versions of scopes, in their order.
  static func versions(_ scopes: [String], in connection: any SQLConnection) throws -> [Int64] {
    let rows = try connection.queries(scopes.map(query))
    return rows.map { $0.first?.integer("version") ?? 0 }
  }

  private static func query(_ scope: String) -> SQLStatement {
    SQLStatement(sql: "SELECT version FROM food_versions WHERE scope = $1", arguments: [.text(scope)])
  }

  /// Invalidates the cached values of a scope.
  static func increment(_ scope: String, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      INSERT INTO food_versions (scope, version) VALUES ($1, 1)
      ON CONFLICT (scope) DO UPDATE SET version = food_versions.version + 1
      """, [.text(scope)])
  }

  /// Whether the keys and terms in the database have this program's `FoodKey.version`; true if there are none.
  static func isUpToDate(in connection: any SQLConnection) throws -> Bool {
    let version = try version(rules, in: connection)
    return version == 0 || version == Int64(FoodKey.version)
  }

  /// Stores this program's `FoodKey.version`.
  static func storeKeyVersion(in connection: any SQLConnection) throws {
    try connection.execute(
      """
      INSERT INTO food_versions (scope, version) VALUES ($1, $2)
      ON CONFLICT (scope) DO UPDATE SET version = excluded.version
      """, [.text(rules), .integer(Int64(FoodKey.version))])
  }
}
