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
  }

  package var name: String
  package var description: String
  /// The meal it is for; of a whole day the main one.
  package var mealType: String
  package var items: [Item]

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
  }

  package struct Session: Sendable, Equatable {
    /// "Day 1: full body"
    package var name: String
    package var exercises: [Exercise]
  }

  package var name: String
  package var description: String
  package var goal: Facts.TrainingGoal
  package var equipment: Facts.Equipment
  package var minutes: Int
  package var sessions: [Session]
}

/// Habits of a day.
package struct WellnessRoutine: Sendable, Equatable {
  package struct Habit: Sendable, Equatable {
    package var name: String
    /// morning, noon, afternoon, evening
    package var time: String
    package var minutes: Int
    package var reason: String
  }

  package var name: String
  package var description: String
  package var focus: Facts.Focus
  /// Hours.
  package var sleepTarget: Double
  package var habits: [Habit]
}
