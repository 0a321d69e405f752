import Accounts
import Bytes
import Coach
import Consultations
import Meals
import Nutrition
import Realtime

/// The coach's view of the meal log.
struct MealDiary: DiarySource {
  let meals: MealsService
  let ambient: Ambient

  func diary(of userID: String, days: Int) async throws -> FoodDiary {
    let history = try await meals.history(of: userID, days: days)
    return FoodDiary(
      today: ambient.now().date,
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
  let ambient: Ambient

  func facts(of userID: String) async throws -> Facts {
    var facts = Facts()
    guard let birth = try await accounts.user(id: userID)?.dateOfBirth else { return facts }
    facts.age = Self.age(birth, today: ambient.now().date)
    return facts
  }

  /// Full years between two dates (`YYYY-MM-DD`).
  static func age(_ birth: String, today: String) -> Int? {
    guard let born = Int(birth.prefix(4)), let now = Int(today.prefix(4)), now >= born else { return nil }
    return now - born - (today.dropFirst(5) < birth.dropFirst(5) ? 1 : 0)
  }
}

/// Closes the sockets of consultations that are over.
struct ConsultationCloser: TopicCloser {
  let registry: ConnectionRegistry

  func close(userID: String, topic: String) { registry.finished(userID: userID, topic: topic) }
}
