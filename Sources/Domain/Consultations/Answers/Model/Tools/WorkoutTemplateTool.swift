import HealthModels
import LanguageModel

/// The arguments of `create_workout_template`: 1 to 7 sessions of 5 to 240 minutes with 1 to 20 exercises each.
extension WorkoutPlan {
  static let schema = ArgumentSchema.object([
    TemplateFields.name, TemplateFields.description,
    ArgumentField(name: "goal", schema: .choice(Goal.allCases.map(\.rawValue)), description: "What it trains for."),
    ArgumentField(
      name: "difficulty", schema: .choice(Difficulty.allCases.map(\.rawValue)), description: "Whom it suits."),
    ArgumentField(
      name: "equipment", schema: .choice(Equipment.allCases.map(\.rawValue)), description: "What it needs."),
    ArgumentField(name: "minutes", schema: .integer(5...240), description: "How long one session takes."),
    ArgumentField(
      name: "sessions", schema: .list(of: session, count: 1...7), description: "The training days of one week."),
  ])

  private static let session = ArgumentSchema.object([
    ArgumentField(name: "name", schema: .text(1...100), description: "Day 1: full body."),
    ArgumentField(name: "exercises", schema: .list(of: exercise, count: 1...20), description: "In their order."),
  ])

  private static let exercise = ArgumentSchema.object([
    ArgumentField(name: "name", schema: .text(1...100), description: "The exercise."),
    ArgumentField(name: "sets", schema: .integer(1...20), description: "How many sets."),
    ArgumentField(
      name: "repetitions", schema: .text(1...30), description: "Of one set: 8-12, 30 s or 25 min."),
    ArgumentField(name: "rest_seconds", schema: .integer(0...900), description: "Between two sets."),
  ])

  init(_ arguments: ToolArguments) {
    self.init(
      name: arguments.text("name"), description: arguments.text("description"),
      goal: Goal(rawValue: arguments.text("goal")) ?? .general,
      difficulty: Difficulty(rawValue: arguments.text("difficulty")) ?? .beginner,
      equipment: Equipment(rawValue: arguments.text("equipment")) ?? .none,
      minutes: arguments.integer("minutes") ?? 30,
      sessions: arguments.list("sessions").map { session in
        Session(name: session.text("name"), exercises: session.list("exercises").map(Exercise.init))
      })
  }
}

extension WorkoutPlan.Exercise {
  fileprivate init(_ arguments: ToolArguments) {
    self.init(
      name: arguments.text("name"), sets: arguments.integer("sets") ?? 1,
      repetitions: arguments.text("repetitions"), restSeconds: arguments.integer("rest_seconds") ?? 0)
  }
}
