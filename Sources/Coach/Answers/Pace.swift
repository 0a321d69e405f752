/// A healthy change of weight.
struct Pace {
  static let source = "NIH Clinical Guidelines on Overweight, 1998"

  /// kg a week: 0.5 down, and 0.25 up, so that little of it is fat.
  var kilogramsAWeek: Double
  /// At least 1.
  var weeks: Int

  init(from weight: Double, to goal: Double) {
    kilogramsAWeek = goal < weight ? 0.5 : 0.25
    weeks = max(1, Int((min(abs(weight - goal), 300) / kilogramsAWeek).rounded(.up)))
  }

  /// "Lose 10 kg in 2 weeks": more than a kilogram a week.
  struct TooFast: Equatable {
    var kilograms: Double
    var weeks: Double

    init?(_ utterance: Utterance) {
      guard utterance.has("lose", "losing", "drop") else { return nil }
      var kilograms: Double?
      var days: Double?
      for index in utterance.words.indices {
        let isOne = ["a", "an"].contains(utterance.words[index])
        guard let value = utterance.number(index) ?? (isOne ? 1 : nil), value > 0 else { continue }
        kilograms = kilograms ?? WordList.weightUnits.factor(utterance.word(index + 1)).map { value * $0 }
        days = days ?? WordList.daysOfUnits.factor(utterance.word(index + 1)).map { value * $0 }
      }
      guard let kilograms, let days, kilograms <= 300, kilograms / days > 0.15 else { return nil }
      self.kilograms = kilograms
      weeks = days / 7
    }

    var text: String {
      Wording.text(
        "pace.tooFast",
        [
          "pace": kilograms / weeks, "kilograms": kilograms, "fewest": kilograms.rounded(),
          "most": (kilograms * 2).rounded(),
        ])
    }
  }

  /// Below this, in kcal a day, a diet needs supervision for everyone (NIH Clinical Guidelines on Overweight, 1998).
  static let leastEnergy = 1200.0

  /// Reads "Can I eat 500 kcal a day?".
  static func tooLittle(_ utterance: Utterance) -> Double? {
    guard utterance.has("a day", "per day", "daily", "every day", "each day"),
      utterance.has("eat*", "diet", "on", "live")
    else { return nil }
    return utterance.numbers.first { number in
      number.value < leastEnergy && WordList.energyUnits.contains(number.unit)
        && !WordList.deficits.contains(number.before) && !WordList.deficits.contains(number.following)
    }?.value
  }
}
