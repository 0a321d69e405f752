/// Goals that are faster than is safe.
enum SafePace {
  /// "Lose 10 kg in 2 weeks": more than a kilogram a week.
  struct Loss: Equatable {
    var kilograms: Double
    var weeks: Double

    init?(_ utterance: Utterance) {
      guard utterance.has("lose", "losing", "drop") else { return nil }
      var kilograms: Double?
      var weeks: Double?
      for index in utterance.words.indices {
        guard let value = utterance.number(index) ?? (["a", "an"].contains(utterance.words[index]) ? 1 : nil), value > 0
        else { continue }
        switch utterance.word(index + 1) {
        case "kg", "kgs", "kilo", "kilos", "kilograms": kilograms = kilograms ?? value
        case "lb", "lbs", "pound", "pounds": kilograms = kilograms ?? value * 0.4536
        case "stone", "st": kilograms = kilograms ?? value * 6.3503
        case "day", "days": weeks = weeks ?? value / 7
        case "week", "weeks": weeks = weeks ?? value
        case "month", "months": weeks = weeks ?? value * 4.35
        default: break
        }
      }
      guard let kilograms, let weeks, kilograms <= 300, kilograms / weeks > 1.05 else { return nil }
      self.kilograms = kilograms
      self.weeks = weeks
    }

    var text: String {
      "That would be \(TextFormat.number(kilograms / weeks)) kg a week, most of it water and muscle, and it rarely lasts. What most "
        + "people can keep is 0.5 to 1 kg a week: for "
        + "\(TextFormat.number(kilograms)) kg that is \(TextFormat.number(kilograms.rounded())) to \(TextFormat.number((kilograms * 2).rounded())) "
        + "weeks. Faster belongs into a doctor's hands. Shall I work out your energy needs, review your day, or make you a plan?"
    }
  }

  static let source = "NIH Clinical Guidelines on Overweight, 1998"

  /// Below this, in kcal a day, a diet needs supervision for everyone (NIH Clinical Guidelines on Overweight, 1998).
  static let leastEnergy = 1200.0

  /// "Can I eat 500 kcal a day?"
  static func starvation(_ utterance: Utterance) -> Double? {
    guard utterance.has("a day", "per day", "daily", "every day", "each day"),
      utterance.has("eat*", "diet", "on", "live")
    else {
      return nil
    }
    return utterance.numbers.first { index, value in
      value < leastEnergy && ["kcal", "calories", "cal", "cals"].contains(utterance.word(index + 1) ?? "")
        && !["burn", "deficit", "lose", "less", "minus"].contains(utterance.word(index - 1) ?? "")
        && !["deficit", "less", "fewer"].contains(utterance.word(index + 2) ?? "")
    }?.value
  }

  static func starving(_ energy: Double) -> String {
    "\(TextFormat.kilocalories(energy)) a day is too little to be covered by good food: below 1,200 kcal for women and 1,500 kcal for "
      + "men a diet should be supervised by a doctor or dietitian. Shall I work "
      + "out your energy needs, review your day, or make you a plan?"
  }
}
