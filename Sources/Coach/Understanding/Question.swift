import HealthModels

/// A question of the coach. At most one question is open at a time; the raw value is stored.
package enum Question: String, Codable, Sendable {
  case sex, age, height, weight, activity, goal
  case goalWeight = "goal_weight"
  case energyTarget = "energy_target"
  case trainingGoal = "training_goal"
  case trainingDays = "training_days"
  case equipment, focus
  case planKind = "plan_kind"

  /// The text for the user.
  var text: String {
    switch self {
    case .sex: "Are you female or male? The formula needs one of the two."
    case .age: "How old are you?"
    case .height: "How tall are you? Centimetres or feet and inches are both fine."
    case .weight: "How much do you weigh? Kilograms or pounds are both fine."
    case .activity:
      "How active are your days: mostly sitting, lightly active, moderately active (training 3 to 5 days a week), or "
        + "very active?"
    case .goalWeight: "Is there a weight that you would like to reach? A number, or \"no\"."
    case .goal: "Do you want to lose weight, hold it, or gain?"
    case .energyTarget: "How many kcal a day should it have? If you do not know, say so and we work it out."
    case .trainingGoal:
      "What should the training do for you: strength, muscle, fat loss, endurance, or general fitness?"
    case .trainingDays: "On how many days a week can you train?"
    case .equipment: "What can you train with: nothing but your own weight, bands, dumbbells, a kettlebell, or a gym?"
    case .focus: "What should the routine help with most: sleep, stress, energy, mobility, or mindfulness?"
    case .planKind: "What kind of plan would you like: meals, workouts, or a wellness routine?"
    }
  }

  /// The answer to "why do you ask?".
  var reason: String {
    switch self {
    case .sex, .age, .height, .weight, .activity:
      "The energy that a body uses depends on it; the formula of Mifflin and St Jeor needs it."
    case .goal: "It decides whether you should eat more, less or as much as you use."
    case .goalWeight: "With it I can say how long it will take at a healthy pace."
    case .energyTarget: "A plan is built to a number of kilocalories."
    case .trainingGoal, .trainingDays, .equipment: "Without it the plan would not fit you."
    case .focus, .planKind: "I have different ones, and would like to make the one that helps."
    }
  }

  /// Whether the answer is a fact of the energy formula.
  var isOfEnergyNeeds: Bool {
    switch self {
    case .sex, .age, .height, .weight, .activity, .goal, .goalWeight: true
    case .energyTarget, .trainingGoal, .trainingDays, .equipment, .focus, .planKind: false
    }
  }
}
