import HealthModels

/// An exercise that plans are made of. Rows of `exercises.tsv`: name  pattern  equipment (joined by ',').
struct Exercise: Sendable, Equatable {
  /// The movement that an exercise trains.
  enum Pattern: String, Sendable {
    case squat, lunge, hinge, push, press, pull, row, arms, calves, core, steady, intervals
  }

  var name: String
  var pattern: Pattern
  var equipment: Set<WorkoutPlan.Equipment>

  static let all: [Exercise] = TabSeparated.rows(CoachTable.exercises.bytes, columns: 3).compactMap { row in
    guard let pattern = Pattern(rawValue: row[1]) else { return nil }
    return Exercise(
      name: row[0], pattern: pattern,
      equipment: Set(row[2].split(separator: ",").compactMap { WorkoutPlan.Equipment(rawValue: String($0)) }))
  }
}

/// Writes a training week.
enum WorkoutPlanner {
  /// - Parameters:
  ///   - minutes: the duration of a session, which decides how many exercises it has; nil for the usual one.
  ///   - excluded: words of exercises that the plan leaves out.
  static func plan(
    goal: WorkoutPlan.Goal, days: Int, equipment: WorkoutPlan.Equipment, minutes: Int? = nil,
    without excluded: Set<String> = []
  ) -> WorkoutPlan {
    let usual = goal == .strength ? 60 : 45
    let minutes = min(minutes ?? usual, usual)
    let count = max(2, minutes / minutesOfExercise)
    let days = min(max(days, 1), 6)
    let sessions = split(days, goal).enumerated().map { index, kind in
      WorkoutPlan.Session(
        name: "Day \(index + 1): \(kind.name)",
        exercises: kind.patterns.prefix(count).compactMap { exercise($0, round: index, goal, equipment, excluded) })
    }
    return WorkoutPlan(
      name: "\(TextFormat.count(days, "day")) a week: \(title(goal))",
      description:
        "\(dosage(goal)) With \(label(equipment)). Warm up 5 to 10 minutes before, rest a day between hard sessions "
        + "of the same muscles, and add a little weight or a repetition whenever all sets are done cleanly.",
      goal: goal, equipment: equipment, minutes: minutes, sessions: sessions)
  }

  /// The time of an exercise with its sets and rests, in minutes.
  private static let minutesOfExercise = 7

  private struct Kind {
    var name: String
    var patterns: [Exercise.Pattern]

    static let fullBody = Kind(name: "full body", patterns: [.squat, .push, .hinge, .row, .press, .core])
    static let fullBodyB = Kind(name: "full body", patterns: [.hinge, .press, .lunge, .pull, .push, .core])
    static let upper = Kind(name: "upper body", patterns: [.push, .row, .press, .pull, .arms, .core])
    static let lower = Kind(name: "lower body", patterns: [.squat, .hinge, .lunge, .calves, .core])
    static let pushing = Kind(name: "push", patterns: [.push, .press, .push, .arms, .core])
    static let pulling = Kind(name: "pull", patterns: [.row, .pull, .row, .arms, .core])
    static let steady = Kind(name: "easy endurance", patterns: [.steady, .core])
    static let intervals = Kind(name: "intervals", patterns: [.intervals, .core])
  }

  /// Trains each muscle twice a week if the days allow it (Schoenfeld et al., Sports Med 2016;46:1689-97).
  private static func split(_ days: Int, _ goal: WorkoutPlan.Goal) -> [Kind] {
    if goal == .endurance {
      return Array([.steady, .fullBody, .intervals, .steady, .fullBodyB, .steady].prefix(days))
    }
    if goal == .fatLoss || goal == .general, days >= 3 {
      return Array([.fullBody, .steady, .fullBodyB, .intervals, .fullBody, .steady].prefix(days))
    }
    switch days {
    case 1...3: return Array([.fullBody, .fullBodyB, .fullBody].prefix(days))
    case 4: return [.upper, .lower, .upper, .lower]
    case 5: return [.pushing, .pulling, .lower, .upper, .lower]
    default: return [.pushing, .pulling, .lower, .pushing, .pulling, .lower]
    }
  }

  private static func exercise(
    _ pattern: Exercise.Pattern, round: Int, _ goal: WorkoutPlan.Goal, _ equipment: WorkoutPlan.Equipment,
    _ excluded: Set<String>
  ) -> WorkoutPlan.Exercise? {
    let wanted = Exercise.all.filter { !$0.isNamed(by: excluded) }
    let own = wanted.filter { $0.pattern == pattern && $0.equipment.contains(equipment) }
    // Lunges replace squats that are left out, and the reverse.
    let similar =
      pattern == .squat ? Exercise.Pattern.lunge : pattern == .lunge ? .hinge : pattern == .press ? .push : pattern
    let fitting =
      own.isEmpty && !excluded.isEmpty
      ? wanted.filter { $0.pattern == similar && $0.equipment.contains(equipment) } : own
    // A pattern without an exercise for this equipment uses one without equipment.
    let pool = fitting.isEmpty ? wanted.filter { $0.pattern == pattern && $0.equipment.contains(.none) } : fitting
    guard !pool.isEmpty else { return nil }
    let dose = dose(pattern, goal)
    return WorkoutPlan.Exercise(
      name: pool[round % pool.count].name, sets: dose.sets, repetitions: dose.repetitions, restSeconds: dose.rest)
  }

  private static func dose(
    _ pattern: Exercise.Pattern, _ goal: WorkoutPlan.Goal
  ) -> (sets: Int, repetitions: String, rest: Int) {
    switch (pattern, goal) {
    case (.steady, .endurance): (1, "40 min", 0)
    case (.steady, _): (1, "25 min", 0)
    case (.intervals, _): (8, "1 min hard, 1 min easy", 60)
    case (.core, _): (3, "30-45 s", 45)
    case (.arms, _), (.calves, _): (3, "10-15", 60)
    case (_, .strength): (4, "4-6", 180)
    case (_, .muscle): (3, "8-12", 90)
    case (_, .fatLoss): (3, "10-15", 60)
    case (_, .endurance): (2, "12-20", 45)
    case (_, .general): (3, "8-12", 75)
    }
  }

  private static func dosage(_ goal: WorkoutPlan.Goal) -> String {
    switch goal {
    case .strength: "Few repetitions with heavy weights and long rests (ACSM position stand, 2009)."
    case .muscle: "Medium repetitions, one or two short of failure (Schoenfeld et al., J Sports Sci 2017)."
    case .fatLoss: "Strength keeps the muscle, endurance uses energy; the deficit comes from food (ACSM, 2009)."
    case .endurance: "Mostly easy, one session of intervals a week, strength beside it (ACSM, 2011)."
    case .general: "Strength for all big muscles and endurance, as WHO recommends for adults (2020)."
    }
  }

  private static func title(_ goal: WorkoutPlan.Goal) -> String {
    switch goal {
    case .strength: "strength"
    case .muscle: "muscle"
    case .fatLoss: "fat loss"
    case .endurance: "endurance"
    case .general: "general fitness"
    }
  }

  private static func label(_ equipment: WorkoutPlan.Equipment) -> String {
    switch equipment {
    case .none: "your own weight"
    case .bands: "bands"
    case .dumbbells: "dumbbells"
    case .kettlebell: "a kettlebell"
    case .gym: "a gym"
    }
  }
}
