/// The sessions of a training week.
package struct WorkoutPlan: Sendable, Equatable {
  /// The aim of the training; the raw value is the category of a stored template.
  package enum Goal: String, Codable, Sendable, CaseIterable {
    case strength, muscle
    case fatLoss = "fat_loss"
    case endurance, general
  }

  /// The equipment that is available; `none` is body weight alone.
  package enum Equipment: String, Codable, Sendable, CaseIterable { case none, bands, dumbbells, kettlebell, gym }

  /// The experience that the plan requires.
  package enum Difficulty: String, Sendable, CaseIterable { case beginner, intermediate, advanced }

  /// One exercise of a session.
  package struct Exercise: Sendable, Equatable {
    /// The name that the user sees.
    package var name: String
    /// The number of sets.
    package var sets: Int
    /// The repetitions of one set as text: "8-12", "30 s", "25 min".
    package var repetitions: String
    /// The rest between two sets, in seconds.
    package var restSeconds: Int

    /// Creates an exercise.
    package init(name: String, sets: Int, repetitions: String, restSeconds: Int) {
      self.name = name
      self.sets = sets
      self.repetitions = repetitions
      self.restSeconds = restSeconds
    }

    /// Returns the exercise with a duration, as in "40 min", that fits in a session.
    package func within(_ minutes: Int) -> Self {
      var exercise = self
      if repetitions.hasSuffix(" min"), let own = Int(repetitions.dropLast(4)), own > minutes {
        exercise.repetitions = "\(minutes) min"
      }
      return exercise
    }
  }

  /// One training day.
  package struct Session: Sendable, Equatable {
    /// "Day 1: full body".
    package var name: String
    /// The exercises in their order.
    package var exercises: [Exercise]

    /// Creates a session.
    package init(name: String, exercises: [Exercise]) {
      self.name = name
      self.exercises = exercises
    }
  }

  /// The title that the user sees.
  package var name: String
  /// One or two sentences below the title; may be empty.
  package var description: String
  /// The aim of the training.
  package var goal: Goal
  /// The experience that the plan requires; nil if its author did not state one.
  package var difficulty: Difficulty?
  /// The equipment that the exercises need.
  package var equipment: Equipment
  /// The duration of one session, in minutes.
  package var minutes: Int
  /// The training days of the week, in their order.
  package var sessions: [Session]

  /// Creates a plan from its sessions.
  package init(
    name: String, description: String, goal: Goal, difficulty: Difficulty? = nil, equipment: Equipment, minutes: Int,
    sessions: [Session]
  ) {
    self.name = name
    self.description = description
    self.goal = goal
    self.difficulty = difficulty
    self.equipment = equipment
    self.minutes = minutes
    self.sessions = sessions
  }
}
