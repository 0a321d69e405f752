/// Habits that are repeated every day.
package struct WellnessRoutine: Sendable, Equatable {
  /// The area that the routine improves; the raw value is stored with the template.
  package enum Focus: String, Codable, Sendable, CaseIterable { case sleep, stress, energy, mobility, mindfulness }

  /// One daily habit.
  package struct Habit: Sendable, Equatable {
    /// The name that the user sees.
    package var name: String
    /// `morning`, `noon`, `afternoon` or `evening`.
    package var time: String
    /// The duration in minutes.
    package var minutes: Int
    /// One sentence that gives the reason; may be empty.
    package var reason: String

    /// Creates a habit.
    package init(name: String, time: String, minutes: Int, reason: String) {
      self.name = name
      self.time = time
      self.minutes = minutes
      self.reason = reason
    }
  }

  /// The title that the user sees.
  package var name: String
  /// One or two sentences below the title; may be empty.
  package var description: String
  /// The area that the routine improves.
  package var focus: Focus
  /// The recommended sleep per night, in hours.
  package var sleepTarget: Double
  /// The habits in the order in which they are shown.
  package var habits: [Habit]

  /// Creates a routine from its habits.
  package init(name: String, description: String, focus: Focus, sleepTarget: Double, habits: [Habit]) {
    self.name = name
    self.description = description
    self.focus = focus
    self.sleepTarget = sleepTarget
    self.habits = habits
  }
}
