/// The work that the last answer offered, which "yes" accepts.
enum Offer: String, Codable, Sendable {
  /// Energy needs, a review of the day, or a plan.
  case anything
  case energyNeeds, mealPlan, workoutPlan, routine
  /// To log the meal that was read.
  case log

  var question: String {
    switch self {
    case .anything: "Shall I work out your energy needs, review your day, or make you a plan?"
    case .energyNeeds: "Shall I work out your numbers?"
    case .mealPlan: "Shall I make you a meal plan?"
    case .workoutPlan: "Shall I write you a plan?"
    case .routine: "Shall I make you a routine for it?"
    case .log: "Shall I log it?"
    }
  }
}
