import HealthModels
import TextModels

/// Writes a wellness routine. Rows of `habits.tsv`:
///   foci (joined by ',', * for none)  habit  time  minutes  reason with its source  tags
enum RoutinePlanner {
  /// The duration of a usual routine, in minutes.
  static let usualMinutes = 60
  private static let maxHabits = 6

  /// Returns habits that take the minutes together at most, at least one: those with a preferred tag, then of the focus.
  /// - Parameter turn: how often another routine was asked for, which begins with the next habits.
  static func routine(
    _ focus: WellnessRoutine.Focus, minutes: Int? = nil, without excluded: Set<String> = [],
    preferences: PlanPreferences = PlanPreferences(), turn: Int = 0
  ) -> WellnessRoutine {
    let parts = preferences.parts?.items ?? Self.parts
    let allowed = all.filter { $0.words.isDisjoint(with: excluded) }
    let (most, tags) = (maxHabits / 2 + 1, preferences.tags)
    let now = allowed.filter { parts.contains($0.habit.time) }
    let pools = [now, allowed].map { $0.filter { !$0.words.isDisjoint(with: tags) } }
    let preferred = (pools.first { !$0.isEmpty } ?? []).rotated(to: turn * most).prefix(most)
    let ofFocus = now.filter { $0.foci.contains(focus.rawValue) && $0.words.isDisjoint(with: tags) }
    let usual = ofFocus.rotated(to: turn * (maxHabits - preferred.count))
    let chosen = (preferred + usual).reduce(into: [WellnessRoutine.Habit]()) { habits, next in
      let total = habits.reduce(next.habit.minutes) { $0 + $1.minutes }
      if habits.isEmpty || total <= minutes ?? total, habits.count < maxHabits { habits.append(next.habit) }
    }
    let habits = Self.parts.flatMap { part in
      let time = [part, preferences.times[part]].compactMap(\.self).joined(separator: ", ")
      return chosen.filter { $0.time == part }
        .map { WellnessRoutine.Habit(name: $0.name, time: time, minutes: $0.minutes, reason: $0.reason) }
    }
    return WellnessRoutine(
      name: Wording.text("routine.name", ["focus": focus.rawValue]),
      description: Wording.text(
        "routine.description", ["habits": habits.count, "minutes": habits.reduce(0) { $0 + $1.minutes }]),
      focus: focus, sleepTarget: focus == .sleep ? 8 : 7.5, habits: habits)
  }

  private static let parts = ["morning", "noon", "afternoon", "evening"]

  static let words = Set(all.flatMap(\.words))

  /// There are no foci of habits that only a preference brings in.
  private typealias Row = (foci: [String], habit: WellnessRoutine.Habit, words: Set<String>)

  private static let all: [Row] = CoachTable.habits.rows(6).map { row in
    let habit = WellnessRoutine.Habit(name: row[1], time: row[2], minutes: Int(row[3]) ?? 0, reason: row[4])
    return (row[0].items, habit, PlanOption.words(row[5]).union(row[5].items))
  }
}
