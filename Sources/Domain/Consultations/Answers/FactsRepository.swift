import Bytes
package import Coach
import FoundationEssentials
package import Storage

/// The rows of `coach_facts`: the facts that users stated in consultations.
package enum FactsRepository {
  /// Returns the facts and the time of the last new one; empty and nil for an unknown user.
  static func find(_ userID: String, in connection: any SQLConnection) throws -> (facts: Facts, at: Timestamp?) {
    let row = try connection.first("SELECT facts, updated_at FROM coach_facts WHERE user_id = $1", [.text(userID)])
    let facts = row?.text("facts").flatMap { try? JSONDecoder().decode(Facts.self, from: Data($0.utf8)) }
    return (facts ?? Facts(), row?.integer("updated_at").map { Timestamp(milliseconds: $0) })
  }

  /// Changes the stored facts of a user, if there are any. The time of the last new fact stays.
  package static func change(
    _ userID: String, in connection: any SQLConnection, _ change: (inout Facts) -> Void
  ) throws {
    var facts = try find(userID, in: connection).facts
    change(&facts)
    let text = String(decoding: try JSONEncoder().encode(facts), as: UTF8.self)
    try connection.execute(
      "UPDATE coach_facts SET facts = $2 WHERE user_id = $1", [.text(userID), .text(text)])
  }

  /// Adds the facts of one consultation to those of the others. The time changes only if a fact is new.
  static func add(_ learned: Facts, userID: String, at now: Timestamp, in connection: any SQLConnection) throws {
    let known = try find(userID, in: connection)
    var facts = known.facts.updated(by: learned)
    // Only statements change allergies and conditions: another consultation may have stated one after this answer began.
    facts.statedAllergies = known.facts.statedAllergies ?? learned.statedAllergies
    facts.conditions = known.facts.conditions ?? learned.conditions
    guard facts != known.facts || known.at == nil else { return }
    let text = String(decoding: try JSONEncoder().encode(facts), as: UTF8.self)
    try connection.execute(
      """
      INSERT INTO coach_facts (user_id, facts, updated_at) SELECT id, $2, CAST($3 AS BIGINT) FROM users WHERE id = $1
      ON CONFLICT (user_id) DO UPDATE SET facts = excluded.facts, updated_at = excluded.updated_at
      """, [.text(userID), .text(text), .integer(now.milliseconds)])
  }

  /// Removes facts that the user wants to be forgotten.
  static func forget(_ names: Set<FactName>, userID: String, in connection: any SQLConnection) throws {
    try change(userID, in: connection) { $0 = $0.without(names) }
  }

  /// Applies a statement about allergies and conditions. The time stays, because it decides only between the profile and
  /// the consultations, and a profile has neither.
  static func apply(_ statement: HealthStatement, userID: String, in connection: any SQLConnection) throws {
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

/// The allergies and conditions in `coach_facts`.
package struct HealthStatementRepository: HealthStatementStore {
  private let database: any Database

  /// Creates the store in `database`.
  package init(database: any Database) { self.database = database }

  /// Applies a statement in a transaction of its own.
  package func apply(_ statement: HealthStatement, of userID: String) async throws {
    try await database.write(in: .user(userID)) { connection in
      try FactsRepository.apply(statement, userID: userID, in: connection)
    }
  }
}
