import Nutrition

extension Intent {
  /// What a message was about, in words for the user; nil where it is not worth remembering.
  var subject: String? {
    switch self {
    case .greeting, .thanks, .capabilities, .known, .recap, .more, .declined, .outside: nil
    case .today, .mealsOf(.today): "your day so far"
    case .mealsOf(.yesterday): "your meals of yesterday"
    case .week, .mealsOf(.week): "your last week"
    case .lastMeals: "your last meals"
    case .intake(let intake): "your \(intake.nutrient?.name ?? "day")"
    case .missing: "what is left to your targets"
    case .energyNeeds: "your energy needs"
    case .bodyMassIndex: "your body mass index"
    case .amount(_, let items): "what is in \(Self.names(items))"
    case .healthy(let items): "whether \(Self.names(items)) is healthy"
    case .compare(_, let items): "how \(Self.names(items)) compare"
    case .swap(let items): "swaps for \(Self.names(items))"
    case .rich(let nutrient): "foods rich in \(nutrient.name)"
    case .mealPlan, .again(.mealPlan): "a meal plan"
    case .workoutPlan, .again(.workoutPlan): "a workout plan"
    case .routine, .again(.routine): "a routine"
    case .anyPlan, .again: "a plan"
    case .unlisted(let what): what
    case .topic(let topic): topic.name.replacing("-", with: " ")
    case .tooFast: "how fast to lose weight"
    case .tooLittle: "how little to eat"
    }
  }

  private static func names(_ items: [ParsedItem]) -> String {
    TextFormat.list(items.prefix(3).map { $0.name.lowercased() })
  }
}
