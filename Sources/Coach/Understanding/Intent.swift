import HealthModels
import Nutrition

/// The request that a message makes.
enum Intent: Equatable {
  /// Small talk.
  case greeting, thanks, capabilities
  case today, week, lastMeals
  case mealsOf(Intake.Period)
  case intake(Intake)
  /// The remainder to the targets of the day.
  case missing
  case energyNeeds
  /// The amount of a nutrient in foods ("How much protein is in 200 g chicken"); nil means all nutrients.
  case amount(Nutrient?, [ParsedItem])
  case healthy([ParsedItem])
  case compare(Nutrient?, [ParsedItem])
  case swap([ParsedItem])
  /// Foods rich in a nutrient.
  case rich(Nutrient)
  case mealPlan, workoutPlan, routine, anyPlan
  /// A weight to lose, to hold or to gain.
  case goal(BodyProfile.Goal)
  /// Muscle, strength or fitness.
  case trainingGoal
  /// The time until the goal weight.
  case goalDuration
  /// The last plan again, with the facts and limits stated since.
  case again(DialogueTask, PlanChange?)
  /// The facts about the user.
  case known
  case forget(ForgetIntent)
  case log(MealInWords)
  /// The subjects of the dialogue.
  case recap
  /// More details of the last subject.
  case more
  /// A request that the coach declines, with the answer.
  case declined(String)
  case bodyMassIndex
  case tooFast(SafePace.Loss)
  case tooLittle(Double)
  /// A nutrient that the table does not have.
  case unlisted(String)
  case topic(Topic)
  case exercise(ExerciseQuestion)
  /// A subject outside food, training and well-being.
  case outside(String)

  /// The task of an intent that may take several turns; nil for all others.
  var task: DialogueTask? {
    switch self {
    case .energyNeeds: .energyNeeds
    case .missing: .dayReview
    case .mealPlan: .mealPlan
    case .workoutPlan: .workoutPlan
    case .routine: .routine
    case .anyPlan: .anyPlan
    case .bodyMassIndex: .bodyMassIndex
    case .goal: .weightGoal
    case .goalDuration: .goalDuration
    case .trainingGoal: .trainingGoal
    default: nil
    }
  }
}

extension Intent {
  /// The subject of a message in words for the user; nil for small talk.
  var subject: String? {
    switch self {
    case .greeting, .thanks, .capabilities, .known, .forget, .log, .recap, .more, .declined, .outside: nil
    case .today, .mealsOf(.today): "your day so far"
    case .mealsOf(.yesterday): "your meals of yesterday"
    case .week, .mealsOf(.week): "your last week"
    case .lastMeals: "your last meals"
    case .intake(let intake): "your \(intake.nutrient?.name ?? "day")"
    case .missing: "what is left to your targets"
    case .energyNeeds: "your energy needs"
    case .bodyMassIndex: "your body mass index"
    case .goal: "your goal"
    case .goalDuration: "the time to your goal"
    case .trainingGoal: "your training"
    case .amount(_, let items): "what is in \(Self.names(items))"
    case .healthy(let items): "whether \(Self.names(items)) is healthy"
    case .compare(_, let items): "how \(Self.names(items)) compare"
    case .swap(let items): "swaps for \(Self.names(items))"
    case .rich(let nutrient): "foods rich in \(nutrient.name)"
    case .mealPlan, .again(.mealPlan, _): "a meal plan"
    case .workoutPlan, .again(.workoutPlan, _): "a workout plan"
    case .routine, .again(.routine, _): "a routine"
    case .anyPlan, .again: "a plan"
    case .unlisted(let what): what
    case .topic(let topic): topic.name.replacing("-", with: " ")
    case .exercise: "exercises"
    case .tooFast: "how fast to lose weight"
    case .tooLittle: "how little to eat"
    }
  }

  private static func names(_ items: [ParsedItem]) -> String {
    TextFormat.list(items.prefix(3).map { $0.name.lowercased() })
  }
}
