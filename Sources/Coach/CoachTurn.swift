package import HealthModels

/// What a consultation is about.
package enum Persona: String, Sendable, Hashable, CaseIterable {
  case nutritionist
  case fitnessCoach = "fitness_coach"
  case wellnessSpecialist = "wellness_specialist"
  case generalWellness = "general_wellness"
}

/// All that one answer is made from.
package struct CoachTurn: Sendable {
  /// What the user wrote.
  package var message: String
  package var persona: Persona
  package var memory: DialogueMemory
  /// What is known about the user from elsewhere; what was said in the dialogue goes before it.
  package var profile: Facts
  package var diary: FoodDiary

  package init(
    message: String, persona: Persona, memory: DialogueMemory = DialogueMemory(), profile: Facts = Facts(),
    diary: FoodDiary = FoodDiary()
  ) {
    self.message = message
    self.persona = persona
    self.memory = memory
    self.profile = profile
    self.diary = diary
  }
}

/// What the coach says, and what became of it.
package struct CoachReply: Sendable {
  package var text: String
  /// Templates to store; the text speaks of them.
  package var templates: [TemplateDraft] = []
  package var memory: DialogueMemory
}

/// What has to be remembered between two turns of one consultation.
package struct DialogueMemory: Codable, Sendable, Equatable {
  /// What the user said about themselves.
  package var facts = Facts()
  /// The question that is open.
  var asked: Question?
  /// What the answer to it is for.
  var task: Task?
  /// How often the open question was put in a row.
  var repeats = 0
  /// The figure of the log that was spoken of last, for "and carbs?" and "is that enough?".
  var intake: Intake?
  /// What was spoken of, oldest first.
  private(set) var subjects: [String]?
  /// The food that was spoken of last, with its amount, for "and how much fat?".
  var food: String?
  /// What the plan that is being made should come to, kcal and grams; no target for the days.
  var planEnergy: Double?
  var planProtein: Double?
  /// The only meal of that plan, where it is not for a day.
  var planMeal: String?
  var turns = 0
  /// The plan that was made last, so that it can be made again otherwise.
  var planned: Task?
  /// Whether the last answer offered energy needs, a review and a plan.
  var hasOffered: Bool?

  /// What takes several turns.
  enum Task: String, Codable, Sendable {
    case energyNeeds, dayReview, mealPlan, workoutPlan, routine, anyPlan, bodyMassIndex
  }

  /// Subjects that are remembered, and characters of each.
  private static let maxSubjects = 8
  private static let maxSubjectLength = 80

  /// Remembers what was spoken of: once, as the last thing.
  mutating func remember(_ subject: String) {
    var kept = (subjects ?? []).filter { $0 != subject }
    kept.append(String(subject.prefix(Self.maxSubjectLength)))
    subjects = kept.suffix(Self.maxSubjects)
  }

  package init() {}

  /// Drops the open question and what it was for.
  package mutating func drop() {
    asked = nil
    task = nil
    repeats = 0
  }
}
