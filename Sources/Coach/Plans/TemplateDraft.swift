package import HealthModels
package import Nutrition

/// A template that the coach made, before it is stored.
package enum TemplateDraft: Sendable, Equatable {
  case meal(MealPlan)
  case workout(WorkoutPlan)
  case wellness(WellnessRoutine)

  package var name: String {
    switch self {
    case .meal(let plan): plan.name
    case .workout(let plan): plan.name
    case .wellness(let plan): plan.name
    }
  }

  package var description: String {
    switch self {
    case .meal(let plan): plan.description
    case .workout(let plan): plan.description
    case .wellness(let plan): plan.description
    }
  }
}

/// Foods for a meal or a day.
package struct MealPlan: Sendable, Equatable {
  /// A food with its weight.
  package struct Item: Sendable, Equatable {
    /// breakfast, lunch, dinner, snack
    package var meal: String
    package var food: String
    package var grams: Double
    package var nutrients: Nutrients

    package init(meal: String, food: String, grams: Double, nutrients: Nutrients) {
      self.meal = meal
      self.food = food
      self.grams = grams
      self.nutrients = nutrients
    }
  }

  package var name: String
  package var description: String
  /// The meal it is for; of a whole day the main one.
  package var mealType: String
  package var items: [Item]

  package init(name: String, description: String, mealType: String, items: [Item]) {
    self.name = name
    self.description = description
    self.mealType = mealType
    self.items = items
  }

  package var total: Nutrients { items.reduce(.zero) { $0 + $1.nutrients } }
}

/// Sessions of a training week.
package struct WorkoutPlan: Sendable, Equatable {
  package struct Exercise: Sendable, Equatable {
    package var name: String
    package var sets: Int
    /// "8-12", "30 s", "25 min"
    package var repetitions: String
    package var restSeconds: Int

    package init(name: String, sets: Int, repetitions: String, restSeconds: Int) {
      self.name = name
      self.sets = sets
      self.repetitions = repetitions
      self.restSeconds = restSeconds
    }
  }

  package struct Session: Sendable, Equatable {
    /// "Day 1: full body"
    package var name: String
    package var exercises: [Exercise]

    package init(name: String, exercises: [Exercise]) {
      self.name = name
      self.exercises = exercises
    }
  }

  package var name: String
  package var description: String
  package var goal: Facts.TrainingGoal
  package var equipment: Facts.Equipment
  package var minutes: Int
  package var sessions: [Session]

  package init(
    name: String, description: String, goal: Facts.TrainingGoal, equipment: Facts.Equipment, minutes: Int,
    sessions: [Session]
  ) {
    self.name = name
    self.description = description
    self.goal = goal
    self.equipment = equipment
    self.minutes = minutes
    self.sessions = sessions
  }
}

/// Habits of a day.
package struct WellnessRoutine: Sendable, Equatable {
  package struct Habit: Sendable, Equatable {
    package var name: String
    /// morning, noon, afternoon, evening
    package var time: String
    package var minutes: Int
    package var reason: String

    package init(name: String, time: String, minutes: Int, reason: String) {
      self.name = name
      self.time = time
      self.minutes = minutes
      self.reason = reason
    }
  }

  package var name: String
  package var description: String
  package var focus: Facts.Focus
  /// Hours.
  package var sleepTarget: Double
  package var habits: [Habit]

  package init(name: String, description: String, focus: Facts.Focus, sleepTarget: Double, habits: [Habit]) {
    self.name = name
    self.description = description
    self.focus = focus
    self.sleepTarget = sleepTarget
    self.habits = habits
  }
}
