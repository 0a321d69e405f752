import Bytes
package import Coach
import Foundation
package import Storage

/// What the coach learned about users: the rows of `coach_facts`.
package enum FactsRepository {
  /// - Returns: what is known, and when some of it was learned last; nothing and nil of a stranger.
  static func find(_ userID: String, in connection: any SQLConnection) throws -> (facts: Facts, at: Timestamp?) {
    let row = try connection.first("SELECT facts, updated_at FROM coach_facts WHERE user_id = $1", [.text(userID)])
    let facts = row?.text("facts").flatMap { try? JSONDecoder().decode(Facts.self, from: Data($0.utf8)) }
    return (facts ?? Facts(), row?.integer("updated_at").map { Timestamp(milliseconds: $0) })
  }

  /// Forgets what users no longer want to be known, in all their consultations.
  /// - Parameter change: takes it out.
  package static func change(
    _ userID: String, in connection: any SQLConnection, _ change: (inout Facts) -> Void
  ) throws {
    var facts = try find(userID, in: connection).facts
    change(&facts)
    let text = String(decoding: try JSONEncoder().encode(facts), as: UTF8.self)
    try connection.execute(
      "UPDATE coach_facts SET facts = $2 WHERE user_id = $1", [.text(userID), .text(text)])
  }

  /// Adds what one consultation learned to what others did. Its moment changes only where something is new.
  static func add(_ learned: Facts, userID: String, at now: Timestamp, in connection: any SQLConnection) throws {
    let known = try find(userID, in: connection)
    var facts = known.facts.updated(by: learned)
    // Only statements change them: this answer may have begun before another consultation stated one.
    facts.statedAllergies = known.facts.statedAllergies ?? learned.statedAllergies
    guard facts != known.facts || known.at == nil else { return }
    let text = String(decoding: try JSONEncoder().encode(facts), as: UTF8.self)
    try connection.execute(
      """
      INSERT INTO coach_facts (user_id, facts, updated_at) SELECT id, $2, CAST($3 AS BIGINT) FROM users WHERE id = $1
      ON CONFLICT (user_id) DO UPDATE SET facts = excluded.facts, updated_at = excluded.updated_at
      """, [.text(userID), .text(text), .integer(now.milliseconds)])
  }

  /// Applies what a message states about allergies. The moment stays: it decides whether profile or conversation is
  /// newer, and a profile has no allergies.
  static func apply(_ statement: AllergyStatement, userID: String, in connection: any SQLConnection) throws {
    var facts = try find(userID, in: connection).facts
    facts.separateAllergies()
    facts.apply(statement)
    let text = String(decoding: try JSONEncoder().encode(facts), as: UTF8.self)
    try connection.execute(
      """
      INSERT INTO coach_facts (user_id, facts, updated_at) SELECT id, $2, 0 FROM users WHERE id = $1
      ON CONFLICT (user_id) DO UPDATE SET facts = excluded.facts
      """, [.text(userID), .text(text)])
  }
}

/// Stores allergies in `coach_facts`.
package struct StoredAllergies: AllergyKeeper {
  private let database: any Database

  package init(database: any Database) { self.database = database }

  package func keep(_ statement: AllergyStatement, of userID: String) async throws {
    try await database.write { connection in
      try FactsRepository.apply(statement, userID: userID, in: connection)
    }
  }
}
