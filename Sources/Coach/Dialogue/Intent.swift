import HealthModels
import Nutrition

/// What a message wants.
enum Intent: Equatable {
  case greeting, thanks, capabilities
  case today, week, lastMeals
  case mealsOf(Intake.Period)
  case intake(Intake)
  /// What is left to the day's targets.
  case missing
  case energyNeeds
  /// "how much protein is in 200 g chicken"; no nutrient means all of them.
  case amount(Nutrient?, [ParsedItem])
  case healthy([ParsedItem])
  case compare(Nutrient?, [ParsedItem])
  case swap([ParsedItem])
  /// Foods that are rich in something.
  case rich(Nutrient)
  case mealPlan, workoutPlan, routine, anyPlan
  /// The last plan once more, with what was said since.
  case again(DialogueMemory.Task)
  /// What the coach knows about the user.
  case known
  /// What was spoken of.
  case recap
  /// More of what was spoken of last.
  case more
  /// What the coach leaves to others, and says so.
  case declined(String)
  case bodyMassIndex
  case tooFast(SafePace.Loss)
  case tooLittle(Double)
  /// A figure that the table does not have.
  case unlisted(String)
  case topic(Topic)
  /// What a coach of this kind cannot do.
  case outside(String)

  /// The task that takes several turns, where this is one.
  var task: DialogueMemory.Task? {
    switch self {
    case .energyNeeds: .energyNeeds
    case .missing: .dayReview
    case .mealPlan: .mealPlan
    case .workoutPlan: .workoutPlan
    case .routine: .routine
    case .anyPlan: .anyPlan
    case .bodyMassIndex: .bodyMassIndex
    default: nil
    }
  }
}

/// A figure of the nutrition table that can be asked for.
enum Nutrient: String, CaseIterable, Codable, Sendable {
  case energy, protein, carbohydrate, fat, fiber, sugar

  /// The nutrient that a message names first.
  init?(_ utterance: Utterance) {
    let named = Self.names.flatMap { nutrient, words in
      words.compactMap { word in utterance.position(of: word).map { (nutrient, $0) } }
    }
    guard let first = named.min(by: { $0.1 < $1.1 }) else { return nil }
    self = first.0
  }

  var name: String {
    switch self {
    case .energy: "energy"
    case .protein: "protein"
    case .carbohydrate: "carbohydrate"
    case .fat: "fat"
    case .fiber: "fibre"
    case .sugar: "sugar"
    }
  }

  func value(_ nutrients: Nutrients) -> Double {
    switch self {
    case .energy: nutrients.energyKilocalories
    case .protein: nutrients.protein
    case .carbohydrate: nutrients.carbohydrate
    case .fat: nutrients.fat
    case .fiber: nutrients.fiber
    case .sugar: nutrients.sugar
    }
  }

  /// "240 kcal", "31 g of protein".
  func text(_ nutrients: Nutrients) -> String {
    self == .energy ? TextFormat.kilocalories(value(nutrients)) : TextFormat.grams(value(nutrients)) + " of " + name
  }

  private static let names: [(Nutrient, [String])] = [
    (.energy, ["kcal", "calor*", "energy"]), (.protein, ["protein*"]), (.carbohydrate, ["carb", "carbs", "carbo*"]),
    (.fat, ["fat", "fats"]), (.fiber, ["fiber", "fibre"]), (.sugar, ["sugar", "sugars"]),
  ]
}
