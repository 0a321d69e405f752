/// A template that the coach drafted and that is not stored yet.
package enum TemplateDraft: Sendable, Equatable {
  case meal(MealPlan)
  case workout(WorkoutPlan)
  case wellness(WellnessRoutine)

  /// The title that the user sees.
  package var name: String {
    switch self {
    case .meal(let plan): plan.name
    case .workout(let plan): plan.name
    case .wellness(let plan): plan.name
    }
  }

  /// One or two sentences below the title; may be empty.
  package var description: String {
    switch self {
    case .meal(let plan): plan.description
    case .workout(let plan): plan.description
    case .wellness(let plan): plan.description
    }
  }

  /// `meal`, `workout` or `wellness`, as events and the table of templates name the kind.
  package var kindName: String {
    switch self {
    case .meal: "meal"
    case .workout: "workout"
    case .wellness: "wellness"
    }
  }
}
