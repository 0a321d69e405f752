import HealthModels

/// Reads what a message states about its author: here age, height, weight, sex and activity.
struct BodyReader {
  let utterance: Utterance
  /// The open question, which gives a bare "82" its meaning.
  let asked: FactName?
  /// The task of the open question, whose facts may be stated in any order.
  let task: DialogueTask?
  /// Implausible figures, in words for the user.
  private(set) var doubts: [String] = []

  init(_ utterance: Utterance, asked: FactName?, task: DialogueTask? = nil) {
    (self.utterance, self.asked, self.task) = (utterance, asked, task)
  }

  mutating func read(into facts: inout Facts) {
    facts.body.age = plausible(age, 10...110, "an age", "years").map { Int($0) }
    facts.body.heightCentimetres = plausible(height, 100...250, "a height", "cm")
    facts.body.weightKilograms = plausible(weight, 25...350, "a weight", "kg")
    // A bare number that cannot answer the open question may answer another one of the interview.
    if asked == .sex || asked == .goal, utterance.words.count == 1, let value = utterance.numbers.first?.value {
      if Self.ages.contains(value) { facts.body.age = Int(value) }
      if (120...230).contains(value) { facts.body.heightCentimetres = value }
    }
    facts.body.sex = sex
    facts.body.activity = activity
  }

  private mutating func plausible(
    _ value: Double?, _ range: ClosedRange<Double>, _ figure: String, _ unit: String
  ) -> Double? {
    guard let value, !range.contains(value) else { return value }
    doubts.append(Wording.text("doubt", ["figure": figure, "value": value, "unit": unit]))
    return nil
  }

  private func bare(_ name: FactName) -> Double? {
    asked == name && utterance.numbers.count == 1 ? utterance.numbers.first?.value : nil
  }

  /// The ages that are read without "years".
  private static let ages = 13.0...99

  private var age: Double? { statedAge ?? bare(.age) ?? listedAge }

  /// "34 years old", "aged 52", "im only thirteen" and "15f".
  var statedAge: Double? {
    let hasTurned = utterance.has("i turned", "i just turned")
    return utterance.words.indices.first { index in
      guard let value = utterance.number(index) else { return false }
      let (before, next) = (utterance.word(index - 1), utterance.word(index + 1))
      let isNamed = before == "age" || before == "aged" || before == "is" && utterance.word(index - 2) == "age"
      let isQualified = WordList.agePrefixes.contains(before)
      let isOwn = hasTurned || utterance.before(index, 2).contains { $0 == "im" || $0 == "am" }
      let isAge = (8..<100).contains(value) && value == value.rounded()
      let isStated = isOwn && isQualified && !WordList.notAges.contains(next) && asked != .weight && asked != .height
      let isOfSex = before != "size" && (utterance.isSex(next) || WordList.ownSex.contains(next))
      return isYears(index) || isNamed || isAge && (isStated || value <= 25 && isOfSex && (index == 0 || isQualified))
    }.flatMap(utterance.number)
  }

  private func isYears(_ index: Int) -> Bool {
    let (unit, following) = (utterance.word(index + 1), utterance.word(index + 2))
    return WordList.yearUnits.contains(unit) && following != "ago" || unit == "y" && ["o", "old"].contains(following)
  }

  /// "41, male", "m, 19", and the only number without a unit in "34, 168 cm, 70 kg".
  private var listedAge: Double? {
    let bare = utterance.numbers.filter { number in
      let endsThere = number.unit == nil || utterance.number(number.index + 1) != nil || utterance.isSex(number.unit)
      // "1.80 m" is a height.
      let isAge = number.unit == "m" ? asked?.isOfEnergyNeeds == true : endsThere || isAfterSex(number)
      return isAge && Self.ages.contains(number.value)
    }
    let beside = bare.first { isAfterSex($0) || utterance.isSex($0.unit) }
    let isOfBody = utterance.numbers.contains { WordList.bodyUnits.contains($0.unit) }
    let alone = bare.filter { !WordList.otherUnits.contains($0.before) }
    return (beside ?? (isOfBody && alone.count == 1 ? alone.first : nil))?.value
  }

  private func isAfterSex(_ number: Utterance.Number) -> Bool {
    utterance.isSex(number.before) && utterance.number(number.index - 2) == nil && !number.hasUnit
  }

  private var height: Double? {
    let stated = utterance.numbers.lazy.compactMap { number -> Double? in
      guard let factor = WordList.heightUnits.factor(number.unit), factor == 1 || number.value * factor < 300 else {
        return nil
      }
      // "1 m 78" and "5 ft 11".
      let rest = utterance.number(number.index + 2) ?? 0
      let added = factor == 100 ? (number.isWhole && rest < 100 ? rest : 0) : min(rest, 11.9) * 2.54
      return number.value * factor + (factor == 1 ? 0 : added)
    }.first
    // "I'm 1.80" and "I'm 180".
    let own = utterance.numbers.first { number in
      ["im", "am", "tall"].contains(number.before) && !number.hasUnit && asked != .weight
        && ((1.3...2.3).contains(number.value) && !number.isWhole || (140...230).contains(number.value))
    }
    return stated ?? (own?.value ?? bare(.height)).map { $0 < 3 ? $0 * 100 : $0 }
  }

  private var weight: Double? {
    if let span = utterance.weightSpan { return span.from }
    // "lose 5 kg" and "200 g of rice" are not weights of a person, "my weight jumps 2 kg" is a change, "until 70 kg" a
    // weight to reach, and "80 kg, not 82 kg" corrects.
    let stated = utterance.numbers.first { number in
      let isChange = utterance.before(number.index, 4).contains(where: WordList.bodyChanges.contains)
      return number.before == "weigh"
        || number.value >= 25 && !isChange && number.before != "not"
          && number.kilograms ?? 0 >= 25 && asked != .goalWeight && !utterance.isGoalWeight(number.index)
    }
    return stated.flatMap(ownWeight) ?? bare(.weight)
  }

  /// "78 kg", and "I weigh 78": kg, as most users without a unit mean.
  private func ownWeight(_ number: Utterance.Number) -> Double? {
    let isBare = number.before == "weigh" && !WordList.weightlessUnits.contains(number.unit)
    return number.kilograms ?? (isBare && (30...200).contains(number.value) ? number.value : nil)
  }

  private var sex: BodyProfile.Sex? {
    // "f" alone, or "29 f" in a list of figures.
    let isListed = utterance.numbers.contains { utterance.isSex($0.unit) }
    return utterance.value(.sex) ?? (asked == .sex || isListed ? utterance.value(.ownSex) : nil)
  }

  private var activity: BodyProfile.Activity? {
    for (value, phrases) in WordList.activity.values {
      // "I train 4 times a week". A request for a plan does not state the current days.
      if value == "=days", utterance.has("week", "weekly"), utterance.has(.trains), let days = utterance.counts.first {
        return Self.activity(days)
      }
      if utterance.has(phrases) { return BodyProfile.Activity(rawValue: value) }
    }
    if asked == .activity {
      return utterance.value(.activityAnswer)
        ?? utterance.words.indices.lazy.compactMap(utterance.number).first.map(Self.activity)
    }
    // One word may answer the question before it is asked.
    guard asked?.isOfEnergyNeeds == true, utterance.words.count <= 2 else { return nil }
    return utterance.has("moderate*") ? .moderate : utterance.has("light*") ? .light : nil
  }

  private static func activity(_ days: Double) -> BodyProfile.Activity {
    days < 1 ? .sedentary : days < 3 ? .light : days < 6 ? .moderate : .active
  }
}

extension Utterance {
  /// Whether a word states a sex beside a figure: "41, male", "m, 19".
  func isSex(_ word: String?) -> Bool {
    word.map { $0 == "f" || $0 == "m" || Utterance($0).value(.sex) != nil } ?? false
  }
}
