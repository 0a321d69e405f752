import HealthModels
import Nutrition
import TextModels

/// An exercise that plans are made of. Rows of `exercises.tsv`: name  pattern  equipment  tags (each joined by ',').
struct Exercise: Sendable, Equatable {
  let name, pattern: String
  let equipment: Set<WorkoutPlan.Equipment>
  /// The words of the name, in the singular, the last two of them together, and the tags.
  let words: Set<String>

  /// The tag `*` is that of exercises of which a preference names the equipment, as a pool.
  func canUse(_ available: WorkoutPlan.Equipment) -> Bool {
    equipment.contains(available) || words.contains(PlanOption.word("*"))
  }

  static let all = CoachTable.exercises.rows(4).map { row in
    let words = FoodPhrase.words(row[0].lowercased().replacing("-", with: " "))
    return Exercise(
      name: row[0], pattern: row[1],
      equipment: Set(row[2].items.compactMap(WorkoutPlan.Equipment.init(rawValue:))),
      words: Set(words + [words.suffix(2).joined(separator: " ")]).union(PlanOption.words(row[3])))
  }

  /// The words by which exercises can be left out.
  static let words = Set(all.flatMap(\.words)).subtracting(WordList.notPlanFoods.words)
}

/// Writes a training week, by three tables whose first fitting row counts; `*` fits everything.
///
///     workout_weeks.tsv     goals or #tags  days (at least)  sessions: each muscle twice a week if the days allow it (Schoenfeld
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
  ///   - preferences: the tags that exercises should have, and the free weekdays.
  static func plan(
    goal: WorkoutPlan.Goal?, days: Int?, equipment: WorkoutPlan.Equipment?, minutes: Int? = nil,
    without excluded: Set<String> = [], parts: [PlanPart] = [], preferences: PlanPreferences = PlanPreferences()
  ) -> WorkoutPlan {
    let (goal, equipment) = (goal ?? .general, equipment ?? WorkoutPlan.Equipment.none)
    let usual = goal == .strength ? 60 : 45
    let minutes = min(minutes ?? usual, usual)
    let count = max(2, minutes / minutesOfExercise)
    let free = preferences.weekdays ?? []
    let days = min(max(days ?? usualDays, 1), free.isEmpty ? 6 : free.count)
    let wanted = preferences.tags.union([goal.rawValue])
    let names = weeks.first { fits($0[0], wanted) && Int($0[1]) ?? 0 <= days }?[2].items ?? []
    let sessions = names.prefix(days).enumerated().map { index, name in
      let row = self.sessions.first { $0[0] == name } ?? ["", "", ""]
      let changes = parts.filter { $0.has(day: index + 1) }
      let round = index + changes.count { !$0.isStated }
      let excluded = changes.reduce(excluded) { $0.union($1.exclusions) }
      return WorkoutPlan.Session(
        name: "Day \(index + 1): " + (free.isEmpty ? "" : weekday(free[index * free.count / days]) + ", ") + row[1],
        exercises: row[2].items.prefix(count).compactMap {
          exercise($0, round: round, goal, equipment, excluded, preferences.tags)
        }.map { $0.within(minutes) })
    }
    return WorkoutPlan(
      name: Wording.text("workout.name", ["days": days, "goal": goal.rawValue]),
      description: Wording.text("workout.description", ["goal": goal.rawValue, "equipment": equipment.rawValue]),
      goal: goal, equipment: equipment, minutes: minutes, sessions: sessions)
  }

  /// The time of an exercise with its sets and rests, in minutes.
  private static let minutesOfExercise = 7

  private static func fits(_ cell: String, _ values: Set<String>) -> Bool {
    cell == "*" || !values.isDisjoint(with: cell.items)
  }

  private static func exercise(
    _ pattern: String, round: Int, _ goal: WorkoutPlan.Goal, _ equipment: WorkoutPlan.Equipment,
    _ excluded: Set<String>, _ tags: Set<String>
  ) -> WorkoutPlan.Exercise? {
    // A pattern without an exercise for this equipment uses one without equipment.
    let fitting = Exercise.all.filter { $0.pattern == pattern && $0.words.isDisjoint(with: excluded) }
    let available = [equipment, .none].map { equipment in fitting.filter { $0.canUse(equipment) } }
    let preferred = [tags, PlanOption.usual].flatMap { tags in available.map { $0.having(most: tags, in: \.words) } }
    let pool = (preferred + available).first { !$0.isEmpty }
    guard let pool, let dose = doses.first(where: { fits($0[0], [pattern]) && fits($0[1], [goal.rawValue]) }) else {
      return nil
    }
    return WorkoutPlan.Exercise(
      name: pool[round % pool.count].name, sets: Int(dose[2]) ?? 0, repetitions: dose[3],
      restSeconds: Int(dose[4]) ?? 0)
  }

  /// The name of a day, from 1.
  static func weekday(_ day: Int) -> String { WordList.weekday.values[day - 1].phrases.all[0].words[0].capitalised }

  private static let weeks = CoachTable.workoutWeeks.rows(3)
  private static let sessions = CoachTable.workoutSessions.rows(3)
  private static let doses = CoachTable.workoutDoses.rows(5)
}

extension WorkoutPlan.Exercise {
  /// Returns the exercise with a duration, as in "40 min", that fits in a session.
  fileprivate func within(_ minutes: Int) -> Self {
    var exercise = self
    if repetitions.hasSuffix(" min"), let own = Int(repetitions.dropLast(4)), own > minutes {
      exercise.repetitions = "\(minutes) min"
    }
    return exercise
  }
}
