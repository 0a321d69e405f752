import Nutrition
import Storage

/// The rows of `food_versions`: what is kept in memory is good as long as its number is.
enum FoodVersions {
  static let imported = "imported"
  private static let rules = "rules"

  /// - Parameter scope: a user's id or `imported`. - Returns: 0 where nothing was ever changed.
  static func version(_ scope: String, in connection: any SQLConnection) throws -> Int64 {
    try connection.first("SELECT version FROM food_versions WHERE scope = $1", [.text(scope)])?.integer("version") ?? 0
  }

  static func grow(_ scope: String, in connection: any SQLConnection) throws {
    try connection.execute(
      """
      INSERT INTO food_versions (scope, version) VALUES ($1, 1)
      ON CONFLICT (scope) DO UPDATE SET version = food_versions.version + 1
      """, [.text(scope)])
  }

  /// Whether keys and terms in the database were made by the rules of this program; true where there are none.
  static func isUpToDate(in connection: any SQLConnection) throws -> Bool {
    let version = try version(rules, in: connection)
    return version == 0 || version == Int64(FoodKey.version)
  }

  static func setRules(in connection: any SQLConnection) throws {
    try connection.execute(
      """
      INSERT INTO food_versions (scope, version) VALUES ($1, $2)
      ON CONFLICT (scope) DO UPDATE SET version = excluded.version
      """, [.text(rules), .integer(Int64(FoodKey.version))])
  }
}
