import Accounts
import Bytes
import Coach
import Consultations
import Meals
import Nutrition
import Realtime
import Storage

/// The coach's view of the meal log.
struct MealDiary: DiarySource {
  let meals: MealsService
  let environment: Environment

  func diary(of userID: String, days: Int) async throws -> FoodDiary {
    let history = try await meals.history(of: userID, days: days)
    return FoodDiary(
      today: environment.now().date, yesterday: environment.now().advanced(by: .seconds(-86_400)).date,
      days: history.days.map { .init(date: $0.date, meals: $0.meals, nutrients: Self.nutrients($0.figures)) },
      meals: history.meals.map {
        .init(date: $0.date, type: $0.type, foods: $0.foods, nutrients: Self.nutrients($0.figures))
      })
  }

  private static func nutrients(_ figures: MealHistory.Figures) -> Nutrients {
    Nutrients(
      energyKilocalories: figures.calories, protein: figures.protein, carbohydrate: figures.carbohydrates,
      fat: figures.fat, fiber: figures.fiber, sugar: figures.sugar)
  }
}

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

/// What the coach learned is forgotten with the profile.
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

/// Closes the sockets of consultations that are over.
struct ConsultationCloser: TopicTerminator {
  let registry: ConnectionRegistry

  func close(userID: String, topic: String) { registry.finished(userID: userID, topic: topic) }
}
