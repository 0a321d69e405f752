import Bytes
import Coach
import Foundation
import Storage

/// What the coach learned about users: the rows of `coach_facts`.
enum FactsRepository {
  static func find(_ userID: String, in connection: any SQLConnection) throws -> Facts {
    let row = try connection.first("SELECT facts FROM coach_facts WHERE user_id = $1", [.text(userID)])
    return row?.text("facts").flatMap { try? JSONDecoder().decode(Facts.self, from: Data($0.utf8)) } ?? Facts()
  }

  static func save(_ facts: Facts, userID: String, at now: Timestamp, in connection: any SQLConnection) throws {
    let text = String(decoding: try JSONEncoder().encode(facts), as: UTF8.self)
    try connection.execute(
      """
      INSERT INTO coach_facts (user_id, facts, updated_at) SELECT id, $2, CAST($3 AS BIGINT) FROM users WHERE id = $1
      ON CONFLICT (user_id) DO UPDATE SET facts = excluded.facts, updated_at = excluded.updated_at
      """, [.text(userID), .text(text), .integer(now.milliseconds)])
  }
}
