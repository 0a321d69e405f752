/// The arguments of `create_workout_template`.
package struct WorkoutTemplateDraft: Sendable, Equatable {
  package struct Exercise: Sendable, Equatable {
    /// 1 to 100 characters.
    package var name: String
    /// 1 to 20.
    package var sets: Int
    /// "8-12", "30 s", "25 min"; 1 to 30 characters.
    package var repetitions: String
    /// 0 to 900.
    package var restSeconds: Int
  }

  package struct Session: Sendable, Equatable {
    /// "Day 1: full body"; 1 to 100 characters.
    package var name: String
    /// 1 to 20.
    package var exercises: [Exercise]
  }

  package enum Goal: String, Sendable, CaseIterable {
    case strength, muscle
    case fatLoss = "fat_loss"
    case endurance, general
  }

  package enum Difficulty: String, Sendable, CaseIterable { case beginner, intermediate, advanced }

  package enum Equipment: String, Sendable, CaseIterable { case none, bands, dumbbells, kettlebell, gym }

  package var name: String
  package var description: String?
  package var goal: Goal
  package var difficulty: Difficulty
  package var equipment: Equipment
  /// Of one session, 5 to 240.
  package var minutes: Int
  /// 1 to 7.
  package var sessions: [Session]

  static let schema = ArgumentSchema.object([
    ArgumentField(name: "name", schema: .text(1...100), description: "A short title."),
    ArgumentField(
      name: "description", schema: .text(0...500), description: "What it is for, in one or two sentences.",
      isRequired: false),
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
}

extension WorkoutTemplateDraft {
  init(_ arguments: ToolArguments) {
    name = arguments.text("name")
    description = arguments.optionalText("description")
    goal = Goal(rawValue: arguments.text("goal")) ?? .general
    difficulty = Difficulty(rawValue: arguments.text("difficulty")) ?? .beginner
    equipment = Equipment(rawValue: arguments.text("equipment")) ?? .none
    minutes = arguments.integer("minutes") ?? 30
    sessions = arguments.list("sessions").map { session in
      Session(name: session.text("name"), exercises: session.list("exercises").map(Exercise.init))
    }
  }
}

extension WorkoutTemplateDraft.Exercise {
  fileprivate init(_ arguments: ToolArguments) {
    name = arguments.text("name")
    sets = arguments.integer("sets") ?? 1
    repetitions = arguments.text("repetitions")
    restSeconds = arguments.integer("rest_seconds") ?? 0
  }
}
