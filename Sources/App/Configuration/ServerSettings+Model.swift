import Jobs
import LanguageModel

/// What settings of a language model mean together.
extension ServerSettings {
  /// How meals ask the model: by threads of their own, so that they do not wait behind the coach's long answers, and with
  /// one further try at most, because the embedded parser is there.
  var mealModel: ModelCoachConfiguration {
    var configuration = model
    configuration.timeouts.total = mealsModelTimeout
    configuration.limits.maxConcurrent = workers.concurrency
    configuration.retries.count = 1
    return configuration
  }

  /// What is wrong with them; nothing is where nobody asks a model.
  var modelProblems: [ConfigurationProblem] {
    var problems: [ConfigurationProblem] = []
    let users = [("coach.provider", model.provider), ("meals.provider", mealsProvider)]
    if let user = users.first(where: { $0.1 == .openai }) {
      problems += model.problems.map {
        ConfigurationProblem(key: "coach.\($0.setting)", origin: "\(user.0) openai", text: $0.problem)
      }
    }
    if mealsProvider == .openai, !(mealsModelTimeout > .zero && mealsModelTimeout < workers.timeout) {
      problems.append(
        ConfigurationProblem(
          key: "meals.model_timeout", origin: "meals.provider openai",
          text: "must be longer than nothing and shorter than meals.timeout"))
    }
    return problems
  }
}
