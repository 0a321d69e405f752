import HealthModels
import TextModels

/// A subject that may take several turns, because it needs facts that the coach must ask for.
enum DialogueTask: String, Codable, Sendable, CaseIterable {
  case energyNeeds, dayReview, mealPlan, workoutPlan, routine, anyPlan, bodyMassIndex, weightGoal, goalDuration,
    trainingGoal
  /// An offer of any of these, and of logging a meal.
  case anything, log

  /// The name of the plan in `words.tsv` and as a kind of template; nil for other tasks.
  var planKind: String? { [.mealPlan: "meal", .workoutPlan: "workout", .routine: "wellness"][self] }

  /// Returns the plan of a kind.
  static func plan(_ kind: String) -> DialogueTask? { allCases.first { $0.planKind == kind } }

  /// The topic to which questions after the plan refer.
  var planTopic: String? { [.mealPlan: "mealdose", .workoutPlan: "trainingdose", .routine: "routine-dose"][self] }
}

/// The state of the built-in coach between two turns of one consultation.
///
/// It is stored as JSON: the names of the properties and the raw values must not change.
package struct DialogueState: Codable, Sendable, Equatable {
  /// The facts that the user stated.
  package var facts = Facts()
  var asked: FactName?
  /// The task that the answer to the open question is for.
  var task: DialogueTask?
  /// The number of times that the open question was repeated in a row.
  var repeats = 0
  var turns = 0
  /// The number of messages of this consultation that the coach could not answer.
  var fallbacks: Int?
  /// The subjects of the dialogue, oldest first.
  private(set) var subjects: [String]?
  /// Checksums of the last answers, so that no text is said twice.
  private(set) var said: [UInt32]?
  var hasNoGoalWeight: Bool?

  // What the last answer was about, for "and carbs?", "why?", "yes" and "shorter".
  var intake: Intake?
  /// A food with its amount.
  var food: String?
  /// The offer of the last answer, which "yes" accepts.
  var offer: DialogueTask?
  var pendingMeal: MealInWords?
  /// The meal that was logged last.
  var loggedMeal: MealInWords?
  /// The start of the last answer.
  var lastText: String?
  /// nil after any other answer than that of a topic.
  var lastTopic: String?
  var sources: [String]?
  var exercise, exerciseArea: String?

  // The plan at hand, so that it can be made again with changes.
  var planned: DialogueTask?
  /// kcal and g. Not daily targets.
  var planEnergy, planProtein: Double?
  /// nil for a whole day.
  var planMeal: String?
  /// The meals of a day, joined by ','; nil for all.
  var planMeals: String?
  /// The number of days of a meal plan; nil for one.
  var planDays: Int?
  /// The conditions that its request named, as in "a halal plan".
  var planConditions: Set<DietaryCondition>?
  /// Words of the foods or exercises that it leaves out, and of the foods that it should have.
  var planExclusions, planWanted: Set<String>?
  var planIsLowCarb: Bool?
  /// The foods with their weights in g, for the shopping list.
  var planItems: [String: Double]?
  /// The seed, so that a change keeps the rest of the plan.
  var planVariant: Int?
  /// The changes of parts of it, oldest first.
  var planParts: [PlanPart]?
  /// The days, meals or habits as they were named.
  var planLines: [String]?
  /// The nutrients of each line of a meal plan.
  var planNutrients: [Nutrients]?
  /// The minutes of a session, or of all habits of a routine.
  var planLength: Int?
  /// The part that was shown last, which "it" may mean.
  var planShown: PlanPart?
  /// The tags of circumstances that statements named before a plan was asked for, by its kind: a sore knee.
  var planHints: [String: Set<String>]?
  /// Its character and its days, as "cold lunches" and "not on Mondays".
  var planPreferences: PlanPreferences?
  /// The minutes that a session or a routine may take.
  var planMinutes: Int?

  private static let (maxSaid, maxSubjects, maxSubjectLength) = (60, 8, 80)
  static let (maxTextLength, maxPlanParts) = (2000, 20)

  /// Creates the state of a new dialogue.
  package init() {}

  mutating func addSubject(_ subject: String) {
    var kept = (subjects ?? []).filter { $0 != subject }
    kept.append(String(subject.prefix(Self.maxSubjectLength)))
    subjects = kept.suffix(Self.maxSubjects)
  }

  /// Whether an answer of the dialogue had this text.
  func isSaid(_ text: String) -> Bool { said?.contains(FNV1a.hash(text.utf8)) ?? false }

  mutating func addSaid(_ text: String) { said = ((said ?? []) + [FNV1a.hash(text.utf8)]).suffix(Self.maxSaid) }

  /// Drops the open question and its task.
  package mutating func drop() {
    asked = nil
    task = nil
    repeats = 0
  }
}
