import HealthModels

/// Writes a wellness routine. Rows of `habits.tsv`: focus  habit  time  minutes  reason with its source.
enum RoutinePlanner {
  /// - Parameter minutes: the maximum duration of all habits together; nil for any. At least one habit is kept.
  static func routine(_ focus: WellnessRoutine.Focus, minutes: Int? = nil) -> WellnessRoutine {
    var habits: [WellnessRoutine.Habit] = []
    for habit in all where habit.focus == focus {
      let total = habits.reduce(habit.habit.minutes) { $0 + $1.minutes }
      if habits.isEmpty || total <= minutes ?? total { habits.append(habit.habit) }
    }
    return WellnessRoutine(
      name: "Daily routine for \(title(focus))",
      description: "\(TextFormat.count(habits.count, "small habit")) for every day, "
        + "\(habits.reduce(0) { $0 + $1.minutes }) minutes together. Start with the first one and add another each week.",
      focus: focus, sleepTarget: focus == .sleep ? 8 : 7.5, habits: habits)
  }

  private static let all: [(focus: WellnessRoutine.Focus, habit: WellnessRoutine.Habit)] =
    TabSeparated.rows(CoachTable.habits.bytes, columns: 5).compactMap { row in
      guard let focus = WellnessRoutine.Focus(rawValue: row[0]), let minutes = Int(row[3]) else { return nil }
      return (focus, WellnessRoutine.Habit(name: row[1], time: row[2], minutes: minutes, reason: row[4]))
    }

  private static func title(_ focus: WellnessRoutine.Focus) -> String {
    switch focus {
    case .sleep: "better sleep"
    case .stress: "less stress"
    case .energy: "more energy"
    case .mobility: "mobility"
    case .mindfulness: "mindfulness"
    }
  }
}
