/// The readings of a message that are dangerous by value and unit, and intakes that are too low.
///
/// Rows of `vital_limits.tsv`:
///   category  reading  distance  from  to  needs  unless  source
/// A number from `from` to `to` at most `distance` words from the name of the reading has the category, if the message has
/// the class `needs` and not the class `unless`. Blood sugar and blood pressure are read by code.
struct VitalSigns {
  /// mg/dL. Low below 70, clinically significant below 54 (ADA, Standards of Care 2024, section 6); 300 and more is
  /// urgent (CDC, Diabetic ketoacidosis; ADA).
  private static let milligrams = (low: 70.0, high: 300.0, possible: 10.0...1500)
  /// mmol/L. The same figures.
  private static let millimoles = (low: 3.9, high: 16.7, possible: 0.5...60.0)
  /// mmHg, systolic and diastolic. A crisis from 180 or 120 on (AHA, 2017 guideline; the AHA says "higher than").
  private static let highPressure = (systolic: 180.0, diastolic: 120.0)
  /// mmHg. Low below 90 or 60 (NHS, Low blood pressure), dangerous with symptoms.
  private static let lowPressure = (systolic: 90.0, diastolic: 60.0)
  /// kcal a day. Diets of 800 and less are for clinics only (NHS, Very low calorie diets), and less than 1,000 covers no
  /// adult's needs.
  static let leastEnergy = 1000.0

  private let match: SafetyMatch
  private let rules: SafetyRules

  init(_ match: SafetyMatch, _ rules: SafetyRules) {
    self.match = match
    self.rules = rules
  }

  var category: SafetyFinding.Category? {
    let found = [sugar, pressure].compactMap { $0 } + Self.limits.filter(applies).map(\.category)
    return found.max { $0.severity < $1.severity }
  }

  /// Whether the message names a daily intake below the minimum that is safe without supervision: "500 kcal a day".
  var namesTooLittleEnergy: Bool {
    guard has(.eating), has(.perDay), !has(.notIntake) else { return false }
    return match.words.indices.contains { index in
      let unit = word(index + 1)
      return number(index).map { $0 < Self.leastEnergy } ?? false
        && (WordList.energyUnits.contains(unit) || unit == "calorias")
    }
  }

  // MARK: - Limits of the table

  private struct Limit: Sendable {
    var category: SafetyFinding.Category
    var reading: SafetyRules.Name
    var distance: Int
    var range: ClosedRange<Double>
    var needs: SafetyRules.Name?
    var unless: SafetyRules.Name?
  }

  private static let limits: [Limit] = CoachTable.vitalLimits.rows(8).compactMap {
    row in
    guard let category = SafetyFinding.Category(rawValue: row[0]), let reading = SafetyRules.Name(rawValue: row[1]),
      let distance = Int(row[2]), let low = Double(row[3]), let high = Double(row[4]), low <= high
    else { return nil }
    return Limit(
      category: category, reading: reading, distance: distance, range: low...high,
      needs: SafetyRules.Name(rawValue: row[5]), unless: SafetyRules.Name(rawValue: row[6]))
  }

  private func applies(_ limit: Limit) -> Bool {
    guard limit.needs.map(has) ?? true, !(limit.unless.map(has) ?? false) else { return false }
    return readings(near: limit.reading, within: limit.distance).contains { reading in
      let isFahrenheit = limit.reading == .temperature && reading.value > 80
      let value = isFahrenheit ? ((reading.value - 32) / 1.8 * 10).rounded() / 10 : reading.value
      return limit.range.contains(value)
    }
  }

  // MARK: - Words around a number

  private func has(_ name: SafetyRules.Name) -> Bool { rules.names[name].map(match.occurs) ?? false }

  private func word(_ index: Int) -> String { match.words.indices.contains(index) ? match.words[index].text : "" }

  private func number(_ index: Int) -> Double? { match.words.indices.contains(index) ? match.words[index].number : nil }

  private struct Reading {
    var value: Double
    var unit: String
    var index: Int
  }

  /// Returns the numbers within `distance` words of a name in the same sentence, without those with a unit of food or
  /// time.
  private func readings(near name: SafetyRules.Name, within distance: Int) -> [Reading] {
    let anchors = rules.names[name].map(match.places) ?? []
    return match.words.indices.compactMap { index in
      guard let value = number(index) else { return nil }
      let isNear = anchors.contains { anchor in
        let gap = index >= anchor.end ? index - anchor.end : anchor.start - index - 1
        return (0...distance).contains(gap) && match.words[index].sentence == match.words[anchor.start].sentence
      }
      let unit = word(index + 1)
      let isOther = [":", "per"].contains(unit) || WordList.otherReadings.contains(unit)
      let before = word(index - 1)
      guard isNear, !isOther || isMilligramsPerDecilitre(index), before != ":", !WordList.notReadings.contains(before)
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
    guard let value = number(index), value < 15, word(index + 1) == "g" else { return false }
    return word(index + 2) == "l" || ["/", "par"].contains(word(index + 2)) && word(index + 3).hasPrefix("l")
  }

  // MARK: - Blood sugar

  private var sugar: SafetyFinding.Category? {
    let isBlood = has(.bloodGlucose)
    // "Sugar 52" on a label is no reading: "my sugar is 52" is.
    let named = readings(near: isBlood ? .bloodGlucose : .glucose, within: 6)
    if let category = named.lazy.compactMap({ sugar($0, isBlood: isBlood) }).first { return category }
    if isBlood, let index = match.words.indices.first(where: isGramsPerLitre), let value = number(index) {
      return sugar(Reading(value: value * 100, unit: "mg", index: index), isBlood: true)
    }
    guard !has(.pressure) else { return nil }
    return match.words.indices.lazy.compactMap { index -> SafetyFinding.Category? in
      let isMillimoles = word(index + 1).hasPrefix("mmol")
      guard let value = number(index), isMillimoles || isMilligramsPerDecilitre(index) else { return nil }
      return sugar(Reading(value: value, unit: isMillimoles ? "mmol" : "mg", index: index), isBlood: true)
    }.first
  }

  private func sugar(_ reading: Reading, isBlood: Bool) -> SafetyFinding.Category? {
    guard reading.unit != "%", reading.unit != "/", word(reading.index - 1) != "/" else { return nil }
    let namesMillimoles = reading.unit.hasPrefix("mmol")
    let isMillimoles = namesMillimoles || reading.value < 34 && !reading.unit.hasPrefix("mg")
    let limits = isMillimoles ? Self.millimoles : Self.milligrams
    guard limits.possible.contains(reading.value),
      !isMillimoles || namesMillimoles || isFigureAlone(reading, isBlood: isBlood)
    else { return nil }
    if reading.value < limits.low { return .lowSugar }
    return reading.value >= limits.high && (!isMillimoles || isBlood || has(.symptom)) ? .highSugar : nil
  }

  /// Whether a small number without a unit is a reading: "my blood sugar is 3" is, "how much sugar is in 2 apples" and
  /// "does 1 apple raise my blood sugar" are not.
  private func isFigureAlone(_ reading: Reading, isBlood: Bool) -> Bool {
    guard isBlood || has(.symptom) && reading.value != reading.value.rounded() else { return false }
    let next = reading.index + 1
    let endsClause = next >= match.words.count || match.words[next].clause != match.words[reading.index].clause
    return endsClause || WordList.afterReadings.contains(reading.unit)
  }

  // MARK: - Blood pressure

  private var pressure: SafetyFinding.Category? {
    let isNamed = has(.pressure)
    for index in match.words.indices {
      guard var systolic = number(index), var diastolic = diastolic(after: index) else { continue }
      // Brazil, Italy, France, and Turkey count in centimetres of mercury: 20/12.
      if isNamed, systolic < 31, diastolic >= 4, systolic > diastolic {
        systolic *= 10
        diastolic *= 10
      }
      guard (60...320).contains(systolic), (25...220).contains(diastolic), systolic > diastolic,
        isNamed || has(.symptom) || word(index + 3).hasPrefix("mm")
      else { continue }
      if systolic >= Self.highPressure.systolic || diastolic >= Self.highPressure.diastolic { return .highPressure }
      let isLow = systolic < Self.lowPressure.systolic || diastolic < Self.lowPressure.diastolic
      if isLow, has(.symptom) { return .lowPressure }
    }
    let single = readings(near: .pressure, within: 5).filter {
      diastolic(after: $0.index) == nil && (number($0.index - 2) == nil || diastolic(after: $0.index - 2) == nil)
    }
    if single.contains(where: { (Self.highPressure.systolic...320).contains($0.value) }) { return .highPressure }
    return has(.symptom) && single.contains { (40..<80).contains($0.value) } ? .lowPressure : nil
  }

  /// The second number of "190/120", "190 over 120", "20 por 12".
  private func diastolic(after index: Int) -> Double? {
    // "20'ye 12" has a mark and a suffix between the numbers.
    guard let next = (index + 2...index + 3).first(where: { number($0) != nil }),
      (index + 1..<next).allSatisfy({ word($0) == "/" || WordList.pressureLinks.contains(word($0)) })
    else { return nil }
    return number(next)
  }
}
