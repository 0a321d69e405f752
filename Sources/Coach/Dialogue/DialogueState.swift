import HealthModels

/// A subject that may take several turns, because it needs facts that the coach must ask for.
enum DialogueTask: String, Codable, Sendable, CaseIterable {
  case energyNeeds, dayReview, mealPlan, workoutPlan, routine, anyPlan, bodyMassIndex, weightGoal, goalDuration,
    trainingGoal

  /// The name of the plan in `words.tsv` and as a kind of template; nil for other tasks.
  var planKind: String? {
    switch self {
    case .mealPlan: "meal"
    case .workoutPlan: "workout"
    case .routine: "wellness"
    default: nil
    }
  }
}

/// The work that the last answer offered, which "yes" accepts.
enum Offer: String, Codable, Sendable {
  /// Energy needs, a review of the day, or a plan.
  case anything
  case energyNeeds, mealPlan, workoutPlan, routine
  case log

  var question: String { Wording.text("offer." + rawValue) }
}

/// The state of the built-in coach between two turns of one consultation.
///
/// It is stored as JSON: the names of the properties and the raw values must not change.
package struct DialogueState: Codable, Sendable, Equatable {
  /// The facts that the user stated.
  package var facts = Facts()
  var asked: Question?
  /// The task that the answer to the open question is for.
  var task: DialogueTask?
  /// The number of times that the open question was repeated in a row.
  var repeats = 0
  /// The last figure of the diary that an answer was about, for "and carbs?" and "is that enough?".
  var intake: Intake?
  /// The subjects of the dialogue, oldest first.
  private(set) var subjects: [String]?
  /// The last food that an answer was about, with its amount, for "and how much fat?".
  var food: String?
  /// The energy and protein of the plan that is being made, in kcal and g. Not daily targets.
  var planEnergy: Double?
  var planProtein: Double?
  /// The meal of that plan; nil if it is for a whole day.
  var planMeal: String?
  /// The conditions that the request for that plan named, as in "a halal plan".
  var planConditions: Set<DietaryCondition>?
  /// Words of the foods or exercises that the plan at hand leaves out.
  var planExclusions: Set<String>?
  var planIsLowCarb: Bool?
  /// The number of days of the meal plan at hand; nil for one.
  var planDays: Int?
  /// The foods of the plan at hand with their weights in g, for the shopping list.
  var planItems: [String: Double]?
  /// The seed of the plan at hand, so that a change keeps the rest of it.
  var planVariant: Int?
  /// Whether the energy of the plan at hand is the usual one, because none was known.
  var planIsAssumed: Bool?
  /// Words of the foods that the plan at hand should have.
  var planWanted: Set<String>?
  /// The minutes that a session of the plan at hand, or a routine, may take.
  var planMinutes: Int?
  var turns = 0
  /// The task of the last plan, so that it can be made again with changes.
  var planned: DialogueTask?
  /// The offer of the last answer, which "yes" accepts.
  var offer: Offer?
  /// The meal that the last answer offered to log.
  var pendingMeal: MealInWords?
  /// The last answer, for "shorter"; its start if it was long.
  var lastText: String?
  /// The name of the topic of the last answer; nil after any other answer.
  var lastTopic: String?
  /// The sources of the last answer, for "why?".
  var sources: [String]?
  /// The exercise and the part of the body that "and which muscles?" and "and at home?" refer to.
  var exercise: String?
  var exerciseArea: String?
  var firstExercise: String?
  /// kg that the user wants to lose, until the weight is known.
  var wantedLoss: Double?
  var hasNoGoalWeight: Bool?
  /// The number of messages of this consultation that the coach could not answer.
  var fallbacks: Int?

  /// Checksums of the last answers, so that no text is said twice.
  private(set) var said: [UInt32]?
  /// The meals of the plan at hand, joined by ','; nil for all.
  var planMeals: String?

  private static let maxSaid = 60
  private static let maxSubjects = 8
  static let maxTextLength = 2000
  private static let maxSubjectLength = 80

  /// Creates the state of a new dialogue.
  package init() {}

  mutating func addSubject(_ subject: String) {
    var kept = (subjects ?? []).filter { $0 != subject }
    kept.append(String(subject.prefix(Self.maxSubjectLength)))
    subjects = kept.suffix(Self.maxSubjects)
  }

  /// Whether an answer of the dialogue had this text.
  func isSaid(_ text: String) -> Bool { said?.contains(Self.checksum(text)) ?? false }

  mutating func addSaid(_ text: String) { said = ((said ?? []) + [Self.checksum(text)]).suffix(Self.maxSaid) }

  /// FNV-1a.
  private static func checksum(_ text: String) -> UInt32 {
    text.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }

  /// Drops the open question and its task.
  package mutating func drop() {
    asked = nil
    task = nil
    repeats = 0
  }
}
