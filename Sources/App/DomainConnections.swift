import Accounts
import Coach
import Consultations
import Development
import Foods
import HealthModels
import Meals
import Storage
import Sync
import Templates

// A domain declares as a protocol what it needs of others. These services provide it as they are.

extension Profiles: ProfileSource {}

extension Profiles: MealPreferences {}

extension FoodsService: FoodOverlaySource {}

extension MealsService: DiaryStore {}

extension MealsService: MealRecorder {}

extension MealSyncItems: SharedItems {}

extension TemplatesService: TemplateStore {}

extension ExpiredTokens: TokenObserver {}

extension AccountsService: TokenAccounts {
  /// The number of sessions of an account that have not ended.
  package func liveSessions(of userID: String) async throws -> Int { try await sessions.liveCount(of: userID) }

  /// Ends the session of a token. - Returns: the number of ended sessions.
  package func revoke(token: String) async throws -> Int { try await sessions.revoke(token: token) }

  /// Ends all sessions of an account. - Returns: their number.
  package func revokeAll(of userID: String) async throws -> Int { try await sessions.revokeAll(of: userID) }
}

/// Clears facts of the coach in the transaction in which the user clears them in the profile.
struct LearnedFacts: ProfileObserver {
  func cleared(_ fields: Set<BodyProfile.Field>, of userID: String, in connection: any SQLConnection) throws {
    try FactsRepository.change(userID, in: connection) { $0.body.clear(fields) }
  }
}

/// Records changes of meal logs for mobile sync.
struct MealChangeRecorder: MealLogObserver {
  let log: ChangeLog
  /// Whether the server itself makes the changes, and not a client.
  var isServers = false

  func changed(id: String, userID: String, in connection: any SQLConnection) throws {
    try log.changed(.mealLog, id: id, userID: userID, isDeleted: false, isServers: isServers, in: connection)
  }

  func deleted(id: String, userID: String, in connection: any SQLConnection) throws {
    try log.changed(.mealLog, id: id, userID: userID, isDeleted: true, isServers: isServers, in: connection)
  }
}
