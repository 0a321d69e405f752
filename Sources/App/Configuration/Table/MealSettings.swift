import Foods
import Jobs
import LanguageModel
import Meals
import Templates

/// `meals`, `foods` and `templates`.
enum MealSettings {
  static let all: [Setting] = [
    .integer(
      "meals.max_pending_per_user", 50, 1...100_000, "meals", \.meals.maxPendingPerUser,
      "Unparsed meals of one user; beyond it 429."),
    .duration("meals.key_retention", "24h", \.meals.keyRetention, "Time for which an `Idempotency-Key` is stored."),
    .choice(
      "meals.provider", "builtin", ModelCoachConfiguration.Provider.allCases, \.mealsProvider,
      "The reader of meals: the built-in parser, or `openai`: the model of `coach.base_url` and `coach.model`, with the "
        + "built-in parser if the model fails.",
      danger: "`openai` sends the text of meals to that endpoint."),
    .duration(
      "meals.model_timeout", "8s", \.mealsModelTimeout,
      "Time limit of the model, after which the built-in parser reads the meal; shorter than `meals.timeout`."),
    .integer("meals.workers", 4, 1...64, "threads", \.workers.concurrency, "Meals that are parsed at the same time."),
    .duration("meals.timeout", "30s", \.workers.timeout, "Time limit of one attempt."),
    .integer(
      "meals.max_attempts", 5, 1...100, "attempts", \.workers.maxAttempts, "Attempts before a meal fails permanently."),
    .duration(
      "meals.retry_delay", "1s", \.workers.firstRetry,
      "Delay before the second attempt; it doubles for each further one."
    ),
    .integer(
      "foods.max_per_user", 500, 1...10_000, "foods", \.foods.maxPerUser,
      "Foods that one user may define; beyond it 429."
    ),
    .integer(
      "foods.cached", 10_000, 0...1_000_000, "foods", \.foods.cachedFoods,
      "Foods of users, and as many imported ones, that the meal parser keeps in memory."),
    .integer(
      "templates.max_per_user", 500, 1...1_000_000, "templates", \.templates.maxPerUser,
      "Workout templates of one user; beyond it 429."),
  ]
}
