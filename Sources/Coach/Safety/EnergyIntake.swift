/// The detection of an intake below the minimum that is safe without supervision: "500 kcal a day".
struct EnergyIntake {
  /// kcal a day. Diets of 800 and less are for clinics only (NHS, Very low calorie diets), and less than 1,000 covers no
  /// adult's needs.
  static let least = 1000.0

  private let match: SafetyMatch
  private let rules: SafetyRules

  init(_ match: SafetyMatch, _ rules: SafetyRules) {
    self.match = match
    self.rules = rules
  }

  /// The intake in kcal; nil if the message names none that is too low.
  var energy: Double? {
    guard has(.eating), has(.perDay), !has(.notIntake) else { return nil }
    for (index, word) in match.words.enumerated() {
      guard let value = word.number, value < Self.least, match.words.indices.contains(index + 1) else { continue }
      if Self.units.contains(match.words[index + 1].text) { return value }
    }
    return nil
  }

  private func has(_ name: SafetyRules.Name) -> Bool { rules.names[name].map(match.occurs) ?? false }

  private static let units: Set<String> = ["kcal", "kcals", "cal", "cals", "calories", "calorie", "calorias"]
}
