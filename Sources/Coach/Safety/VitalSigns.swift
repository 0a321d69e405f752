/// The readings of a message that are dangerous by value and unit.
struct VitalSigns {
  private let match: SafetyMatch
  private let rules: SafetyRules

  init(_ match: SafetyMatch, _ rules: SafetyRules) {
    self.match = match
    self.rules = rules
  }

  /// The most severe category that a reading falls into.
  var category: SafetyFinding.Category? {
    let found = [oxygen(), temperature(), sugar(), ketones(), pressure(), pulse()].compactMap { $0 }
    return found.max { $0.severity < $1.severity }
  }

  // MARK: - Words around a number

  private func has(_ name: SafetyRules.Name) -> Bool { rules.names[name].map(match.occurs) ?? false }

  private func spans(_ name: SafetyRules.Name) -> [SafetyMatch.Span] { rules.names[name].map(match.places) ?? [] }

  /// A number of the message with the word after it.
  private struct Reading {
    var value: Double
    var unit: String
    var index: Int
  }

  /// Returns the numbers within `distance` words of a name in the same sentence, without those with a unit of food or
  /// time.
  private func readings(near name: SafetyRules.Name, within distance: Int) -> [Reading] {
    let anchors = spans(name)
    guard !anchors.isEmpty else { return [] }
    return match.words.indices.compactMap { index in
      guard let value = match.words[index].number else { return nil }
      let isNear = anchors.contains { anchor in
        let gap = index >= anchor.end ? index - anchor.end : anchor.start - index - 1
        return gap >= 0 && gap <= distance && abs(match.words[index].sentence - match.words[anchor.start].sentence) == 0
      }
      let unit = word(index + 1)
      guard isNear, !Self.otherUnits.contains(unit) || isMilligramsPerDecilitre(index),
        !Self.notAReading.contains(word(index - 1))
      else { return nil }
      return Reading(value: value, unit: unit, index: index)
    }
  }

  /// Whether the unit is mg/dL ("52 mg/dl", "52 mg dl"); "mg" alone is an amount.
  private func isMilligramsPerDecilitre(_ index: Int) -> Bool {
    guard word(index + 1) == "mg" else { return word(index + 1) == "mgdl" }
    return word(index + 2) == "dl" || ["/", "per"].contains(word(index + 2)) && word(index + 3) == "dl"
  }

  /// Whether the unit is g/L, in which France measures: "0,45 g/l".
  private func isGramsPerLitre(_ index: Int) -> Bool {
    guard let value = match.words[index].number, value < 15, word(index + 1) == "g" else { return false }
    return word(index + 2) == "l" || ["/", "par"].contains(word(index + 2)) && word(index + 3).hasPrefix("l")
  }

  private func word(_ index: Int) -> String { match.words.indices.contains(index) ? match.words[index].text : "" }

  private static let otherUnits: Set<String> = [
    "g", "gr", "gram", "grams", "gramos", "gramm", "kcal", "cal", "calories", "calorie", "cals", "mg", "ml", "oz",
    "teaspoons", "tsp", "tbsp", "cubes", "per", "kg", "lbs", "lb", "minutes", "min", "mins", "hours", "hour", "hrs",
    "days", "day", "weeks", "week", "months", "month", "years", "year", "times", "pm", "am", "st", "servings", "cups",
    "gramos", "gramas", "grammes", "gramm", "grammi", "minutos", "minutes", "minuti", "minuten", "dakika", "horas",
    "heures", "stunden", "ore", "saat", "dias", "jours", "tage", "tagen", "giorni", "gun", "gundur", "semanas",
    "semaines", "wochen", "settimane", "hafta", "meses", "mois", "monate", "mesi", "ay", "aylik", "anos", "ans",
    "jahre",
    "anni", "yas", "yasinda", "yasindayim", "yasindaki", "kilo", "kilos", "chili", "quilos", "calorias", "kalorien",
    "kalori", "unidades", "einheiten", "unites", "unita", "unite", "euros", "euro", "porciones",
    "yo", ":", "reps", "sets", "units", "people", "km", "miles", "ago", "x", "pieces", "sweets",
  ]
  private static let notAReading: Set<String> = [":", "under", "target", "goal", "x", "type", "typ", "tipo", "t"]

  // MARK: - Blood sugar

  private func sugar() -> SafetyFinding.Category? {
    let isBlood = has(.bloodGlucose)
    // "Sugar 52" on a label is no reading: "my sugar is 52" is.
    for reading in readings(near: isBlood ? .bloodGlucose : .glucose, within: 6) {
      if let category = sugar(reading, isBlood: isBlood) { return category }
    }
    if isBlood, let grams = match.words.indices.first(where: isGramsPerLitre), let value = match.words[grams].number {
      return sugar(Reading(value: value * 100, unit: "mg", index: grams), isBlood: true)
    }
    for (index, word) in match.words.enumerated() {
      guard let value = word.number, isMilligramsPerDecilitre(index) || self.word(index + 1).hasPrefix("mmol"),
        !has(.pressure)
      else { continue }
      let unit = self.word(index + 1).hasPrefix("mmol") ? "mmol" : "mg"
      if let category = sugar(Reading(value: value, unit: unit, index: index), isBlood: true) { return category }
    }
    return nil
  }

  private func sugar(_ reading: Reading, isBlood: Bool) -> SafetyFinding.Category? {
    guard reading.unit != "%", reading.unit != "/", word(reading.index - 1) != "/" else { return nil }
    let limits = VitalLimits.self
    if reading.unit.hasPrefix("mmol") || reading.value < 34 && !reading.unit.hasPrefix("mg") {
      guard limits.sugarMillimoles.possible.contains(reading.value),
        reading.unit.hasPrefix("mmol") || isFigureAlone(reading, isBlood: isBlood)
      else { return nil }
      if reading.value < limits.sugarMillimoles.low { return .lowSugar }
      return reading.value >= limits.sugarMillimoles.high && (isBlood || has(.symptom)) ? .highSugar : nil
    }
    guard limits.sugarMilligrams.possible.contains(reading.value) else { return nil }
    if reading.value < limits.sugarMilligrams.low { return .lowSugar }
    return reading.value >= limits.sugarMilligrams.high ? .highSugar : nil
  }

  /// Whether a small number without a unit is a reading: "my blood sugar is 3" is, "how much sugar is in 2 apples" and
  /// "does 1 apple raise my blood sugar" are not.
  private func isFigureAlone(_ reading: Reading, isBlood: Bool) -> Bool {
    guard isBlood || has(.symptom) && reading.value != reading.value.rounded() else { return false }
    let next = reading.index + 1
    guard match.words.indices.contains(next), match.words[next].clause == match.words[reading.index].clause else {
      return true
    }
    return Self.afterFigure.contains(reading.unit)
  }

  private static let afterFigure: Set<String> = [
    "and", "but", "now", "right", "what", "i", "im", "is", "help", "again", "today", "this", "at", "after", "before",
    "fasting", "so", "then", "should", "feel", "feeling", "y", "e", "et", "und", "ve", "with", "on", "since", "or",
    "why",
    "dropping", "rising", "shaky", "dizzy", "sweating", "ahora", "agora", "jetzt", "pero", "mas", "mais", "aber", "ma",
    "ama",
    "con", "com", "avec", "mit", "me", "mi", "estoy", "estou", "ich", "je", "ho", "sto", "que", "che", "was", "quoi",
    "tremo", "tiemblo", "tremble", "zittere", "titriyorum", "ne", "cosa", "adesso", "maintenant", "simdi", "cikti",
    "ft",
    "oldu", "dustu", "a", "hoy", "hoje", "heute", "oggi", "bugun", "en", "em", "im", "despues", "depois", "apres",
    "nach",
    "dopo", "ya",
  ]

  private func ketones() -> SafetyFinding.Category? {
    readings(near: .ketones, within: 4).contains { VitalLimits.ketones.contains($0.value) } ? .highSugar : nil
  }

  // MARK: - Blood pressure

  private func pressure() -> SafetyFinding.Category? {
    let isNamed = has(.pressure)
    for index in match.words.indices {
      guard let first = match.words[index].number, let second = second(after: index) else { continue }
      var (systolic, diastolic) = (first, second)
      // Brazil, Italy, France, and Turkey count in centimetres of mercury: 20/12.
      if isNamed, systolic < 31, diastolic >= 4, systolic > diastolic {
        (systolic, diastolic) = (first * 10, second * 10)
      }
      guard (60...320).contains(systolic), (25...220).contains(diastolic), systolic > diastolic else { continue }
      guard isNamed || has(.symptom) || word(index + 3).hasPrefix("mm") else { continue }
      if systolic >= VitalLimits.pressureHigh.systolic || diastolic >= VitalLimits.pressureHigh.diastolic {
        return .highPressure
      }
      let isLow = systolic < VitalLimits.pressureLow.systolic || diastolic < VitalLimits.pressureLow.diastolic
      if isLow, has(.symptom) { return .lowPressure }
    }
    let single = readings(near: .pressure, within: 5).filter { !isOfPair($0.index) }
    if single.contains(where: { (VitalLimits.pressureHigh.systolic...320).contains($0.value) }) { return .highPressure }
    return has(.symptom)
      && single.contains { (40..<VitalLimits.pressureLow.systolic).contains($0.value) && $0.value < 80 }
      ? .lowPressure : nil
  }

  private func isOfPair(_ index: Int) -> Bool {
    second(after: index) != nil || index >= 2 && match.words[index - 2].number != nil && second(after: index - 2) != nil
  }

  private static let betweenPressures: Set<String> = [
    "/", "over", "on", "por", "auf", "zu", "su", "sur", "a", "e", "con", "com", "mit", "par", "ft", "ye", "ya", "y",
    "x",
  ]

  /// The second number of "190/120", "190 over 120", "20 por 12".
  private func second(after index: Int) -> Double? {
    // "20'ye 12" has a mark and a suffix between the numbers.
    guard
      let next = (index + 2...index + 3).first(where: {
        match.words.indices.contains($0) && match.words[$0].number != nil
      }),
      (index + 1..<next).allSatisfy({ Self.betweenPressures.contains(word($0)) })
    else { return nil }
    return match.words[next].number
  }

  // MARK: - Temperature, pulse, oxygen

  private func temperature() -> SafetyFinding.Category? {
    guard !has(.cooking) else { return nil }
    var found: SafetyFinding.Category?
    for reading in readings(near: .temperature, within: 5) {
      let isFahrenheit = reading.value > 80
      let celsius = isFahrenheit ? ((reading.value - 32) / 1.8 * 10).rounded() / 10 : reading.value
      guard VitalLimits.fever.possible.contains(celsius) else { continue }
      if has(.infant), celsius >= VitalLimits.infantFever { return .infantFever }
      if celsius < VitalLimits.fever.hypothermia { found = .cold }
      if celsius >= VitalLimits.fever.high { found = .fever }
    }
    return found
  }

  private func pulse() -> SafetyFinding.Category? {
    let values = readings(near: .pulse, within: 6).map(\.value)
    if values.contains(where: VitalLimits.pulseWithSymptoms.contains), has(.symptom) { return .heartRate }
    if values.contains(where: VitalLimits.pulseSlow.contains), has(.symptom) { return .heartRate }
    let isAtRest = has(.rest)
    guard isAtRest || !has(.exercise) else { return nil }
    return isAtRest && values.contains(where: VitalLimits.pulseAtRest.contains) ? .heartRate : nil
  }

  private func oxygen() -> SafetyFinding.Category? {
    readings(near: .saturation, within: 5).contains { VitalLimits.saturation.contains($0.value) } ? .oxygen : nil
  }
}
