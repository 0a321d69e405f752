/// Requests for a change of weight that is too fast, or an intake that is too low.
enum Pace {
  static let source = "NIH Clinical Guidelines on Overweight, 1998"

  /// Returns the answer to "Lose 10 kg in 2 weeks": more than a kilogram a week.
  static func tooFast(_ utterance: Utterance) -> String? {
    guard let kilograms = utterance.amount(.weightUnits), kilograms <= 300,
      let days = utterance.amount(.daysOfUnits), kilograms > 0.15 * days, days > 0
    else { return nil }
    return Wording.text(
      "pace.tooFast",
      [
        "pace": kilograms / (days / 7), "kilograms": kilograms, "fewest": kilograms.rounded(),
        "most": (kilograms * 2).rounded(),
      ])
  }

  /// Returns the answer to "Can I eat 500 kcal a day?": below 1,200 a diet needs supervision for everyone.
  static func tooLittle(_ utterance: Utterance) -> String? {
    let energy = utterance.numbers.first { number in
      number.value < 1200 && WordList.energyUnits.contains(number.unit)
        && !WordList.deficits.contains(number.before) && !WordList.deficits.contains(number.following)
    }
    return energy.map { Wording.text("pace.tooLittle", ["energy": $0.value]) }
  }
}
