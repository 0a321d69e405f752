package import Bytes
import LanguageModel
package import Storage

/// The rows of `model_spending`: the amount that each user spent on language models on each day.
package struct SpendingRepository: SpendingLedger {
  /// Days that are kept for operators.
  private static let keptDays: Int64 = 31

  let database: any Database
  let environment: Environment

  /// - Parameter environment: its clock decides which days are old.
  package init(database: any Database, environment: Environment) {
    self.database = database
    self.environment = environment
  }

  /// Adds an amount in millionths of the currency to a day's sum, which stays from 0 to 2^61, and returns the sum.
  @discardableResult
  package func add(_ amount: Int64, of user: String, day: Int64) async throws -> Int64 {
    // Both arguments stay below 2^62, so that no sum becomes a floating-point number.
    let amount = max(-Self.most, min(amount, Self.most))
    return try await database.write(in: .user(user)) { connection in
      try connection.first(
        """
        INSERT INTO model_spending (user_id, day, amount)
        SELECT id, CAST($2 AS BIGINT), CAST($3 AS BIGINT) FROM users WHERE id = $1
        ON CONFLICT (user_id, day) DO UPDATE SET amount =
          CASE WHEN model_spending.amount + excluded.amount > $4 THEN $4
            WHEN model_spending.amount + excluded.amount < 0 THEN 0
            ELSE model_spending.amount + excluded.amount END
        RETURNING amount
        """, [.text(user), .integer(day), .integer(amount), .integer(Self.most)])?.integer("amount") ?? 0
    }
  }

  /// Returns the sum of each user who spent something on a day.
  package func spent(day: Int64) async throws -> [String: Int64] {
    let rows = try await database.read { connection in
      try connection.query("SELECT user_id, amount FROM model_spending WHERE day = $1", [.integer(day)])
    }
    let pairs = rows.compactMap { row in
      row.text("user_id").flatMap { user in row.integer("amount").map { (user, $0) } }
    }
    return Dictionary(pairs) { $1 }
  }

  /// Deletes the rows of days before the kept ones.
  package func purge() async throws {
    let day = TokenBudget.day(of: environment.now()) - Self.keptDays
    try await database.write(in: .none) { try $0.execute("DELETE FROM model_spending WHERE day < $1", [.integer(day)]) }
  }

  private static let most = Int64.max / 4
}
