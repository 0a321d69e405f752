import HealthModels

/// Writes a wellness routine. Rows of `habits.tsv`:
///   focus (* for none)  habit  time  minutes  reason with its source  tags
enum RoutinePlanner {
  /// The duration of a usual routine, in minutes.
  static let usualMinutes = 60
  private static let maxHabits = 6

  /// - Parameters:
  ///   - minutes: the maximum duration of all habits together; nil for any. At least one habit is kept.
  ///   - excluded: words of habits to leave out.
  ///   - preferences: habits that have one of the tags come before those of the focus.
  static func routine(
    _ focus: WellnessRoutine.Focus, minutes: Int? = nil, without excluded: Set<String> = [],
    preferences: PlanPreferences = PlanPreferences()
  ) -> WellnessRoutine {
    let allowed = all.filter { $0.words.isDisjoint(with: excluded) }
    let preferred = allowed.filter { !$0.words.isDisjoint(with: preferences.tags) }.prefix(maxHabits / 2 + 1)
    let usual = allowed.filter { $0.focus == focus && $0.words.isDisjoint(with: preferences.tags) }
    let chosen = (preferred + usual).reduce(into: [WellnessRoutine.Habit]()) { habits, next in
      let total = habits.reduce(next.habit.minutes) { $0 + $1.minutes }
      if habits.isEmpty || total <= minutes ?? total, habits.count < maxHabits { habits.append(next.habit) }
    }
    let habits = parts.flatMap { part in
      chosen.filter { $0.time == part }.map { habit in
        var habit = habit
        if let time = preferences.times[part] { habit.time += ", " + time }
        return habit
      }
    }
    return WellnessRoutine(
      name: Wording.text("routine.name", ["focus": focus.rawValue]),
      description: Wording.text(
        "routine.description", ["habits": habits.count, "minutes": habits.reduce(0) { $0 + $1.minutes }]),
      focus: focus, sleepTarget: focus == .sleep ? 8 : 7.5, habits: habits)
  }

  private static let parts = ["morning", "noon", "afternoon", "evening"]

  /// The words by which habits can be left out.
  static let words = Set(all.flatMap(\.words))

  /// The focus is nil for habits that only a preference brings in.
  private static let all: [(focus: WellnessRoutine.Focus?, habit: WellnessRoutine.Habit, words: Set<String>)] =
    CoachTable.habits.rows(6).map { row in
      let habit = WellnessRoutine.Habit(name: row[1], time: row[2], minutes: Int(row[3]) ?? 0, reason: row[4])
      let words = PlanOption.words(row[5]).union(row[5].items)
      return (WellnessRoutine.Focus(rawValue: row[0]), habit, words)
    }
}
