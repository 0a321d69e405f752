import HealthModels
import Nutrition

/// An exercise that plans are made of. Rows of `exercises.tsv`: name  pattern  equipment (joined by ',').
struct Exercise: Sendable, Equatable {
  let name: String
  let pattern: String
  let equipment: Set<WorkoutPlan.Equipment>
  /// The words of the name, in the singular.
  let words: Set<String>

  static let all = CoachTable.exercises.rows(3).map { row in
    Exercise(
      name: row[0], pattern: row[1],
      equipment: Set(row[2].items.compactMap(WorkoutPlan.Equipment.init(rawValue:))),
      words: Set(FoodPhrase.words(row[0].lowercased().replacing("-", with: " "))))
  }

  /// The words by which exercises can be left out.
  static let words = Set(all.flatMap(\.words)).subtracting(WordList.notPlanFoods.words)
}

/// Writes a training week, by three tables whose first fitting row counts; `*` fits everything.
///
///     workout_weeks.tsv     goals  days (at least)  sessions: each muscle twice a week if the days allow it (Schoenfeld
///                           et al., Sports Med 2016;46:1689-97)
///     workout_sessions.tsv  session  name  patterns of its exercises
///     workout_doses.tsv     pattern  goal  sets  repetitions  rest in seconds
enum WorkoutPlanner {
  /// The days of a week if the user states none.
  static let usualDays = 3

  /// Returns a plan; a goal, days and equipment that are nil are the usual ones.
  /// - Parameters:
  ///   - minutes: the duration of a session, which decides how many exercises it has; nil for the usual one.
  ///   - excluded: words of exercises that the plan leaves out.
  ///   - parts: the changes of single days.
  static func plan(
    goal: WorkoutPlan.Goal?, days: Int?, equipment: WorkoutPlan.Equipment?, minutes: Int? = nil,
    without excluded: Set<String> = [], parts: [PlanPart] = []
  ) -> WorkoutPlan {
    let (goal, equipment) = (goal ?? .general, equipment ?? WorkoutPlan.Equipment.none)
    let usual = goal == .strength ? 60 : 45
    let minutes = min(minutes ?? usual, usual)
    let count = max(2, minutes / minutesOfExercise)
    let days = min(max(days ?? usualDays, 1), 6)
    let names = weeks.first { fits($0[0], goal.rawValue) && Int($0[1]) ?? 0 <= days }?[2].items ?? []
    let sessions = names.prefix(days).enumerated().map { index, name in
      let row = self.sessions.first { $0[0] == name } ?? ["", "", ""]
      let changes = parts.filter { $0.has(day: index + 1) }
      let round = index + changes.count { !$0.isStated }
      let excluded = changes.reduce(excluded) { $0.union($1.exclusions) }
      return WorkoutPlan.Session(
        name: "Day \(index + 1): \(row[1])",
        exercises: row[2].items.prefix(count).compactMap { exercise($0, round: round, goal, equipment, excluded) })
    }
    return WorkoutPlan(
      name: Wording.text("workout.name", ["days": days, "goal": goal.rawValue]),
      description: Wording.text("workout.description", ["goal": goal.rawValue, "equipment": equipment.rawValue]),
      goal: goal, equipment: equipment, minutes: minutes, sessions: sessions)
  }

  /// The time of an exercise with its sets and rests, in minutes.
  private static let minutesOfExercise = 7

  private static func fits(_ cell: String, _ value: String) -> Bool { cell == "*" || cell.items.contains(value) }

  private static func exercise(
    _ pattern: String, round: Int, _ goal: WorkoutPlan.Goal, _ equipment: WorkoutPlan.Equipment, _ excluded: Set<String>
  ) -> WorkoutPlan.Exercise? {
    // A pattern without an exercise for this equipment uses one without equipment.
    let fitting = Exercise.all.filter { $0.pattern == pattern && $0.words.isDisjoint(with: excluded) }
    let pool = [equipment, .none].lazy.map { equipment in fitting.filter { $0.equipment.contains(equipment) } }
      .first { !$0.isEmpty }
    guard let pool, let dose = doses.first(where: { fits($0[0], pattern) && fits($0[1], goal.rawValue) }) else {
      return nil
    }
    return WorkoutPlan.Exercise(
      name: pool[round % pool.count].name, sets: Int(dose[2]) ?? 0, repetitions: dose[3],
      restSeconds: Int(dose[4]) ?? 0)
  }

  private static let weeks = CoachTable.workoutWeeks.rows(3)
  private static let sessions = CoachTable.workoutSessions.rows(3)
  private static let doses = CoachTable.workoutDoses.rows(5)
}
