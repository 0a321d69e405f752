import HealthModels
import Nutrition

/// One figure of the diary, compared with its reference value.
enum IntakeAnswer {
  static func text(_ nutrient: Nutrient, _ period: Intake.Period, _ dialogue: Dialogue) -> String {
    let reference = Reference(nutrient, dialogue.facts)
    guard let eaten = eaten(period, dialogue.turn.diary) else {
      return nothing(period) + (reference.map { " " + $0.rule.capitalised + "." } ?? "")
    }
    var text = "\(lead(period)): \(nutrient.text(eaten))"
    if period == .week { text += " a day, on average over days with meals" }
    guard let reference else { return text + "." }
    return text + "\(reference.judgement(eaten)); \(reference.rule)."
  }

  private static func eaten(_ period: Intake.Period, _ diary: FoodDiary) -> Nutrients? {
    switch period {
    case .today: return diary.dayOfToday.flatMap { $0.meals > 0 ? $0.nutrients : nil }
    case .yesterday: return diary.days.last { $0.date == diary.yesterday && $0.meals > 0 }?.nutrients
    case .week:
      let days = diary.days.filter { $0.meals > 0 }
      return days.isEmpty ? nil : DiaryAnswer.mean(days)
    }
  }

  private static func lead(_ period: Intake.Period) -> String {
    switch period {
    case .today: "Today so far"
    case .yesterday: "Yesterday"
    case .week: "In the last seven days"
    }
  }

  private static func nothing(_ period: Intake.Period) -> String {
    switch period {
    case .today: "There is nothing in your log for today yet."
    case .yesterday: "There is nothing in your log for yesterday."
    case .week: "There is nothing in your log for the last seven days."
    }
  }
}

/// The reference value of a daily figure: the user's target if there is one, otherwise a guideline for adults.
private struct Reference {
  /// "EFSA recommends 25 g a day"
  var rule: String
  /// Returns the comparison with a figure: ", 15 g below your target".
  var judgement: (Nutrients) -> String

  init?(_ nutrient: Nutrient, _ facts: Facts) {
    switch nutrient {
    case .energy:
      guard let targets = Targets(facts) else { return nil }
      self.init("your target is \(TextFormat.kilocalories(targets.energy)) a day") {
        Self.distance($0.energyKilocalories - targets.energy, TextFormat.kilocalories, "your target")
      }
    case .protein:
      guard let targets = Targets(facts) else {
        let rule = "adults need 0.83 g for each kilogram of their weight (EFSA, 2012)"
        guard let weight = facts.body.weightKilograms else {
          self.init(rule) { _ in "" }
          return
        }
        self.init("\(rule), \(TextFormat.grams(0.83 * weight)) for \(TextFormat.number(weight)) kg") {
          Self.distance($0.protein - 0.83 * weight, TextFormat.grams, "that")
        }
        return
      }
      self.init("your target is \(TextFormat.grams(targets.protein)) a day") {
        Self.distance($0.protein - targets.protein, TextFormat.grams, "your target")
      }
    case .fiber:
      self.init("25 g a day are adequate (EFSA, 2010)") {
        $0.fiber >= 25 ? ", which is enough" : ", \(TextFormat.grams(25 - $0.fiber)) less than enough"
      }
    case .sugar:
      self.init(
        "free sugars should stay below 10 % of the energy (WHO, 2015), those of whole fruit and milk do not count"
      ) {
        Self.share($0.sugar * 4, $0)
      }
    case .carbohydrate:
      self.init("45 to 60 % is the range for adults (EFSA, 2010)") { Self.share($0.carbohydrate * 4, $0, 45...60) }
    case .fat: self.init("20 to 35 % is the range for adults (EFSA, 2010)") { Self.share($0.fat * 9, $0, 20...35) }
    }
  }

  private init(_ rule: String, _ judgement: @escaping (Nutrients) -> String) {
    self.rule = rule
    self.judgement = judgement
  }

  private static func share(_ energy: Double, _ eaten: Nutrients, _ range: ClosedRange<Double>? = nil) -> String {
    guard eaten.energyKilocalories > 0 else { return "" }
    let share = (energy / eaten.energyKilocalories * 100).rounded()
    let text = ", \(TextFormat.number(share)) % of the energy"
    guard let range else { return text }
    return text
      + (range.contains(share) ? ", which is fine" : share < range.lowerBound ? ", which is below" : ", which is above")
  }

  private static func distance(_ above: Double, _ format: (Double) -> String, _ what: String) -> String {
    ", \(format(abs(above))) \(above >= 0 ? "above" : "below") \(what)"
  }
}
