import Accounts
import Bytes
import Coach
import Consultations
import HealthModels
import Meals
import Storage
import Templates

extension MealsService: DiarySource {}

extension MealsService: MealRecorder {}

extension TemplatesService: TemplateStore {}

/// The profiles of accounts, as the coach reads them.
struct AccountProfiles: ProfileSource {
  let accounts: AccountsService

  func profile(of userID: String) async throws -> AccountProfile {
    let (body, changedAt) = try await accounts.profiles.body(of: userID)
    return AccountProfile(body, changedAt: changedAt)
  }
}

/// Clears facts of the coach in the transaction in which the user clears them in the profile.
struct LearnedFacts: ProfileObserver {
  func cleared(_ fields: Set<BodyProfile.Field>, of userID: String, in connection: any SQLConnection) throws {
    try FactsRepository.change(userID, in: connection) { $0.body.clear(fields) }
  }
}
