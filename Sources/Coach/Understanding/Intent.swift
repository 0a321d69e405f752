import HealthModels
import Nutrition

/// The request that a message makes.
enum Intent: Equatable {
  /// A request without further content; the raw value is its name in `intents.tsv`.
  enum Simple: String { case greeting, thanks, capabilities, known, recap, more, today, lastMeals }

  case simple(Simple)
  case task(DialogueTask)
  case intake(Intake)
  /// The amount of a nutrient in foods ("How much protein is in 200 g chicken"); nil means all nutrients.
  case amount(Nutrient?, [ParsedItem])
  case healthy([ParsedItem])
  case compare(Nutrient?, [ParsedItem])
  case swap([ParsedItem])
  case rich(Nutrient)
  /// A weight to lose, to hold or to gain.
  case goal(BodyProfile.Goal)
  /// The last plan again, with the facts and limits stated since.
  case again(DialogueTask, PlanChange?)
  case forget(Set<FactName>)
  case log(MealInWords)
  /// A request that the coach declines, with the answer.
  case declined(String)
  case tooFast(Pace.TooFast)
  /// An energy intake that is too low, in kcal a day.
  case tooLittle(Double)
  case unlisted(String)
  case topic(Topic)
  case exercise(ExerciseQuestion)
  /// A subject outside food, training and well-being.
  case outside(String)

  var task: DialogueTask? {
    switch self {
    case .task(let task): task
    case .goal: .weightGoal
    default: nil
    }
  }

  /// The foods that the message names; nil if the intent is not about foods.
  var foods: [ParsedItem]? {
    switch self {
    case .amount(_, let items), .healthy(let items), .compare(_, let items), .swap(let items): items
    default: nil
    }
  }

  /// The subject of a message in words for the user; nil for small talk.
  var subject: String? {
    let names = (foods ?? []).prefix(3).map { $0.name.lowercased() }
    func subject(_ key: String) -> String? {
      Wording.find("subject." + key).map { _ in Wording.text("subject." + key, ["foods": names]) }
    }
    switch self {
    case .simple(let intent): return subject(intent.rawValue)
    case .task(let task), .again(let task, _): return subject(task.rawValue)
    case .goal: return subject("weightGoal")
    case .intake(let intake):
      guard let nutrient = intake.nutrient else { return subject("meals." + intake.period.rawValue) }
      return Wording.text("subject.intake", ["nutrient": nutrient.name])
    case .rich(let nutrient): return Wording.text("subject.rich", ["nutrient": nutrient.name])
    case .amount: return subject("amount")
    case .healthy: return subject("healthy")
    case .compare: return subject("compare")
    case .swap: return subject("swap")
    case .exercise: return subject("exercise")
    case .tooFast: return subject("tooFast")
    case .tooLittle: return subject("tooLittle")
    case .unlisted(let nutrient): return nutrient
    case .topic(let topic): return topic.name.replacing("-", with: " ")
    case .forget, .log, .declined, .outside: return nil
    }
  }
}
