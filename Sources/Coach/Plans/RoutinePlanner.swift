import HealthModels

/// Writes a wellness routine. Rows of `habits.tsv`: focus  habit  time  minutes  reason with its source.
enum RoutinePlanner {
  /// - Parameter minutes: the maximum duration of all habits together; nil for any. At least one habit is kept.
  static func routine(_ focus: WellnessRoutine.Focus, minutes: Int? = nil) -> WellnessRoutine {
    let habits = all.reduce(into: [WellnessRoutine.Habit]()) { habits, next in
      let total = habits.reduce(next.habit.minutes) { $0 + $1.minutes }
      if next.focus == focus, habits.isEmpty || total <= minutes ?? total { habits.append(next.habit) }
    }
    return WellnessRoutine(
      name: Wording.text("routine.name", ["focus": focus.rawValue]),
      description: Wording.text(
        "routine.description", ["habits": habits.count, "minutes": habits.reduce(0) { $0 + $1.minutes }]),
      focus: focus, sleepTarget: focus == .sleep ? 8 : 7.5, habits: habits)
  }

  private static let all: [(focus: WellnessRoutine.Focus, habit: WellnessRoutine.Habit)] =
    CoachTable.habits.rows(5).compactMap { row in
      guard let focus = WellnessRoutine.Focus(rawValue: row[0]), let minutes = Int(row[3]) else { return nil }
      return (focus, WellnessRoutine.Habit(name: row[1], time: row[2], minutes: minutes, reason: row[4]))
    }
}
