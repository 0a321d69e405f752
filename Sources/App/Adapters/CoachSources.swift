import Accounts
import Bytes
import Coach
import Consultations
import Meals
import Storage
import Templates

extension MealsService: DiarySource {}

extension MealsService: MealRecorder {}

extension TemplatesService: TemplateStore {}

/// The coach's view of the account.
struct AccountProfile: ProfileSource {
  let accounts: AccountsService
  let environment: Environment

  func profile(of userID: String) async throws -> KnownProfile {
    guard let user = try await accounts.user(id: userID) else { return KnownProfile() }
    let body = try await accounts.bodyProfile(of: userID)
    var facts = Facts()
    facts.sex = body.sex.flatMap { Facts.Sex(rawValue: $0.rawValue) }
    facts.age = body.age(dateOfBirth: user.dateOfBirth, today: environment.now().date)
    facts.heightCentimetres = body.heightCentimetres
    facts.weightKilograms = body.weightKilograms
    facts.activity = body.activity.flatMap { Facts.Activity(rawValue: $0.rawValue) }
    facts.goal = body.goal.flatMap { Facts.Goal(rawValue: $0.rawValue) }
    facts.energyTarget = body.energyTargetKilocalories
    facts.proteinTarget = body.proteinTargetGrams
    return KnownProfile(facts, changedAt: body.changedAt)
  }
}

/// Deletes the facts that the coach learned together with those of the profile.
struct LearnedFacts: ProfileObserver {
  func forget(_ forgotten: Set<BodyFact>, of userID: String, in connection: any SQLConnection) throws {
    try FactsRepository.change(userID, in: connection) { facts in
      for fact in forgotten {
        switch fact {
        case .sex: facts.sex = nil
        case .age: facts.age = nil
        case .height: facts.heightCentimetres = nil
        case .weight: facts.weightKilograms = nil
        case .activity: facts.activity = nil
        case .goal: facts.goal = nil
        case .energyTarget: facts.energyTarget = nil
        case .proteinTarget: facts.proteinTarget = nil
        }
      }
    }
  }
}
