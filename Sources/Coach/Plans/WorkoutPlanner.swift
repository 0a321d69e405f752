import HealthModels
import Nutrition
import TextModels

/// An exercise that plans are made of. Rows of `exercises.tsv`: name  pattern  equipment  tags (each joined by ',').
struct Exercise: Sendable, Equatable {
  let name, pattern: String
  let equipment: Set<WorkoutPlan.Equipment>
  /// The words of the name, in the singular, the last two of them together, and the tags.
  let words: Set<String>

  static let all = CoachTable.exercises.rows(4).map { row in
    let words = FoodPhrase.words(row[0].lowercased().replacing("-", with: " "))
    return Exercise(
      name: row[0], pattern: row[1],
      equipment: Set(row[2].items.compactMap(WorkoutPlan.Equipment.init(rawValue:))),
      words: Set(words + [words.suffix(2).joined(separator: " ")]).union(PlanOption.words(row[3])))
  }

  static let words = Set(all.flatMap(\.words)).subtracting(WordList.notPlanFoods.words)
}

/// Writes a training week, by three tables whose first fitting row counts; `*` fits everything.
///
///     workout_weeks.tsv     goals or #tags  days (at least)  sessions: each muscle twice a week if the days allow it (Schoenfeld
///                           et al., Sports Med 2016;46:1689-97)
///     workout_sessions.tsv  session  name  patterns of its exercises, each with a tag that they should have
///     workout_doses.tsv     pattern  goal  sets  repetitions  rest in seconds
enum WorkoutPlanner {
  static let usualDays = 3

  /// Returns a plan without exercises that have an excluded word; what is nil is usual.
  /// - Parameter minutes: the duration of a session, which decides how many exercises it has.
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
      let sets = changes.compactMap(\.size).reduce(preferences.sets ?? 0) { $0 + ($1 < 1 ? -1 : 1) }
      let added = changes.filter { $0.exclusions.isEmpty && !$0.wanted.isEmpty }.map(\.wanted)
      let choice = Choice(equipment: equipment, round: round, excluded: excluded, changes: changes)
      let slots = row[2].items.prefix(count).map { $0.items(" ") }.map { slot in
        (slot.first, preferences.tags, Set(slot.dropFirst().map(PlanOption.word)))
      }
      let chosen = (slots + added.map { (nil, $0, []) })
        .reduce(into: []) { chosen, slot in chosen += choice.exercise(slot.0, slot.1, slot.2, chosen) }
      return WorkoutPlan.Session(
        name: "Day \(index + 1): " + (free.isEmpty ? "" : weekday(free[index * free.count / days]) + ", ") + row[1],
        exercises: chosen.compactMap { dosed($0, goal, sets: sets, rest: preferences.seconds)?.within(minutes) })
    }
    return WorkoutPlan(
      name: Wording.text("workout.name", ["days": days, "goal": goal.rawValue]),
      description: Wording.text("workout.description", ["goal": goal.rawValue, "equipment": equipment.rawValue]),
      goal: goal, equipment: equipment, minutes: minutes, sessions: sessions)
  }

  private static let minutesOfExercise = 7

  private static func fits(_ cell: String, _ values: Set<String>) -> Bool {
    cell == "*" || !values.isDisjoint(with: cell.items)
  }

  private static func dosed(
    _ exercise: Exercise, _ goal: WorkoutPlan.Goal, sets: Int, rest: Int?
  ) -> WorkoutPlan.Exercise? {
    doses.first { fits($0[0], [exercise.pattern]) && fits($0[1], [goal.rawValue]) }.map { dose in
      let usual = (sets: Int(dose[2]) ?? 0, rest: Int(dose[4]) ?? 0)
      return WorkoutPlan.Exercise(
        name: exercise.name, sets: exercise.pattern == "steady" ? usual.sets : max(1, usual.sets + sets),
        repetitions: dose[3], restSeconds: min(usual.rest, rest ?? usual.rest))
    }
  }

  private struct Choice {
    let equipment: WorkoutPlan.Equipment
    let round: Int
    let excluded: Set<String>
    let changes: [PlanPart]

    /// Returns the exercise for a pattern, or any if it is nil, or the one that a change has in its place; none if none fits.
    func exercise(_ pattern: String?, _ tags: Set<String>, _ slot: Set<String>, _ used: [Exercise]) -> [Exercise] {
      let fitting = Exercise.all.filter { pattern == nil || $0.pattern == pattern }
      let excluded = changes.reduce(excluded) { $0.union($1.exclusions) }
      let allowed = Exercise.all.filter { $0.words.isDisjoint(with: excluded) }
      let usual = likeliest(fitting, tags, slot, used)
      guard let usual, !allowed.contains(usual) else { return usual.map { [$0] } ?? [] }
      let swap = changes.last { !usual.words.isDisjoint(with: $0.exclusions) && !$0.wanted.isEmpty }
      let wanted = allowed.filter { !used.contains($0) }.having(most: swap?.wanted ?? [], in: \.words)
      let other = likeliest(wanted, tags, slot, used) ?? wanted.first
      return [other ?? likeliest(fitting.filter(allowed.contains), tags, slot, used)].compactMap(\.self)
    }

    /// Returns an exercise that was not used and has most of the tags: of circumstances that last, such as a sore shoulder, as
    /// far as any has them, then of all. If none can be done with the equipment, it is one without any.
    func likeliest(_ exercises: [Exercise], _ tags: Set<String>, _ slot: Set<String>, _ used: [Exercise]) -> Exercise? {
      let safe = exercises.having(most: tags.intersection(PlanOption.lasting), in: \.words)
      // The tag `*` is that of exercises of which a preference names the equipment, as a pool.
      let available = [equipment, .none].map { equipment in
        (safe.isEmpty ? exercises : safe).filter {
          ($0.equipment.contains(equipment) || $0.words.contains(PlanOption.word("*"))) && !used.contains($0)
        }
      }
      let preferred = [tags, PlanOption.usual].flatMap { tags in available.map { $0.having(most: tags, in: \.words) } }
      let pool = (preferred + available).first { !$0.isEmpty } ?? []
      return [pool.having(most: slot, in: \.words), pool].first { !$0.isEmpty }.map { $0[round % $0.count] }
    }
  }

  /// The name of a day, from 1.
  static func weekday(_ day: Int) -> String { WordList.weekday.values[day - 1].phrases.all[0].words[0].capitalised }

  private static let weeks = CoachTable.workoutWeeks.rows(3)
  private static let sessions = CoachTable.workoutSessions.rows(3)
  private static let doses = CoachTable.workoutDoses.rows(5)
}
