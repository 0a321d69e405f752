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
  var task: DialogueTask?
  var repeats = 0
  var turns = 0
  /// The number of messages of this consultation that the coach could not answer.
  var fallbacks: Int?
  private(set) var subjects: [String]?
  /// Checksums of the last answers, so that no text is said twice.
  private(set) var said: [UInt32]?
  var hasNoGoalWeight: Bool?
  /// Whether the user stated an eating disorder in this consultation.
  var hasEatingDisorder: Bool?

  // What the last answer was about, for "and carbs?", "why?", "yes" and "shorter".
  var intake: Intake?
  var food: String?
  var offer: DialogueTask?
  var pendingMeal: MealInWords?
  var loggedMeal: MealInWords?
  var lastText: String?
  /// nil after any other answer than that of a topic.
  var lastTopic: String?
  /// The question that a topic answered last.
  var lastQuestion: String?
  var sources: [String]?
  var exercise, exerciseArea: String?

  // The plan at hand, so that it can be made again with changes.
  var planned: DialogueTask?
  var planEnergy, planProtein: Double?
  /// The only meal, nil for a whole day, and the meals of a day, joined by ',', nil for all.
  var planMeal, planMeals: String?
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
  var planParts: [PlanPart]?
  /// The days, meals or habits as they were named.
  var planLines: [String]?
  var planNutrients: [Nutrients]?
  var planLength: Int?
  /// The part that was shown last, which "it" may mean.
  var planShown: PlanPart?
  /// The tags of circumstances that statements named before a plan was asked for, by its kind: a sore knee.
  var planHints: [String: Set<String>]?
  /// Its character and its days, as "cold lunches" and "not on Mondays".
  var planPreferences: PlanPreferences?
  var planMinutes: Int?

  private static let (maxSaid, maxSubjects, maxSubjectLength) = (60, 8, 80)
  static let (maxTextLength, maxPlanParts, maxQuestionWords) = (2000, 20, 24)

  /// Creates the state of a new dialogue.
  package init() {}

  mutating func addSubject(_ subject: String) {
    var kept = (subjects ?? []).filter { $0 != subject }
    kept.append(String(subject.prefix(Self.maxSubjectLength)))
    subjects = kept.suffix(Self.maxSubjects)
  }

  func isSaid(_ text: String) -> Bool { said?.contains(FNV1a.hash(text.utf8)) ?? false }

  mutating func addSaid(_ text: String) { said = ((said ?? []) + [FNV1a.hash(text.utf8)]).suffix(Self.maxSaid) }

  /// Drops the open question and its task.
  mutating func drop() { (asked, task, repeats) = (nil, nil, 0) }

  /// Drops the open question because of a danger. After a stated eating disorder no plan and no figure of energy follows.
  package mutating func interrupt(because danger: SafetyFinding) {
    drop()
    if danger.category == .eatingDisorder, danger.isOfRule { hasEatingDisorder = true }
  }
}
