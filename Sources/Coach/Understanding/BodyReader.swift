import HealthModels

/// Reads age, height, weight, sex and activity from a message about its author.
struct BodyReader {
  let utterance: Utterance
  /// The open question, which gives a bare "82" its meaning.
  let asked: Question?

  /// Implausible figures, in words for the user.
  private(set) var doubts: [String] = []

  init(_ utterance: Utterance, asked: Question?) {
    self.utterance = utterance
    self.asked = asked
  }

  mutating func read(into facts: inout Facts) {
    if let age = age() { keep(age, 10...110, "an age of", "years") { facts.body.age = Int($0) } }
    if let height = height() { keep(height, 100...250, "a height of", "cm") { facts.body.heightCentimetres = $0 } }
    if let weight = weight() { keep(weight, 25...350, "a weight of", "kg") { facts.body.weightKilograms = $0 } }
    if let value = numberForAnotherQuestion {
      if (13...99).contains(value) { facts.body.age = Int(value) }
      if (120...230).contains(value) { facts.body.heightCentimetres = value }
    }
    facts.body.sex = sex()
    facts.body.activity = activity()
  }

  private mutating func keep(
    _ value: Double, _ range: ClosedRange<Double>, _ what: String, _ unit: String, _ store: (Double) -> Void
  ) {
    if range.contains(value) { return store(value) }
    doubts.append("I read \(what) \(TextFormat.number(value)) \(unit), which cannot be right.")
  }

  /// A bare number that cannot answer the open question, but another one of the interview.
  private var numberForAnotherQuestion: Double? {
    guard asked == .sex || asked == .goal, utterance.words.count == 1 else { return nil }
    return utterance.numbers.first?.value
  }

  private func age() -> Double? {
    for (index, value) in utterance.numbers {
      let next = utterance.word(index + 1)
      let before = utterance.word(index - 1)
      if next == "years" || next == "yo" || next == "yrs", utterance.word(index + 2) != "ago" { return value }
      if next == "year" || next == "y", utterance.word(index + 2) == "old" { return value }
      if before == "age" || before == "aged" { return value }
      if before == "im" || before == "am", asked != .weight, asked != .height,
        next == nil || !WordList.otherUnits.contains(next), value < 100, value == value.rounded()
      {
        return value
      }
    }
    return bare(.age) ?? listedAge() ?? ageBesideSex()
  }

  /// "female, 34, 168 cm, 70 kg": the only number without a unit beside figures of a body.
  private func listedAge() -> Double? {
    let hasFigure = utterance.numbers.contains { WordList.bodyUnits.contains(utterance.word($0.index + 1)) }
    guard hasFigure else { return nil }
    let bare = utterance.numbers.filter { index, value in
      let next = utterance.word(index + 1)
      let endsThere = next == nil || utterance.number(index + 1) != nil || utterance.isSex(next)
      return endsThere && (13...99).contains(value) && !WordList.otherUnits.contains(utterance.word(index - 1))
    }
    return bare.count == 1 ? bare[0].value : nil
  }

  /// "41, male" and "m, 19".
  private func ageBesideSex() -> Double? {
    utterance.numbers.first { index, value in
      let next = utterance.word(index + 1)
      let isAfter = utterance.isSex(utterance.word(index - 1)) && utterance.number(index - 2) == nil
      let isBeside = isAfter && !WordList.otherUnits.contains(next) || utterance.isSex(next) && next != "m"
      return (13...99).contains(value) && (isBeside || next == "m" && asked?.isOfEnergyNeeds == true)
    }?.value
  }

  private func height() -> Double? {
    for (index, value) in utterance.numbers {
      switch utterance.word(index + 1) {
      case "cm", "centimeters", "centimetres": return value
      case "m", "meter", "metre", "meters", "metres":
        if value < 3 { return metres(value, index) }
      case "ft", "foot", "feet":
        if value < 9 { return feet(value, inches: utterance.number(index + 2)) }
      default: break
      }
    }
    if let feet = feetWithMark() { return feet }
    // "I'm 1.80" and "I'm 180".
    let own = utterance.numbers.first { index, value in
      ["im", "am", "tall"].contains(utterance.word(index - 1))
        && !WordList.otherUnits.contains(utterance.word(index + 1))
        && ((1.3...2.3).contains(value) && value != value.rounded() || (140...230).contains(value))
    }
    if let own, asked != .weight { return own.value < 3 ? own.value * 100 : own.value }
    guard let value = bare(.height) else { return nil }
    return value < 3 ? value * 100 : value
  }

  /// Converts "1 m 78" and "1.78 m" to centimetres.
  private func metres(_ value: Double, _ index: Int) -> Double {
    guard value == value.rounded(), let rest = utterance.number(index + 2), rest < 100 else { return value * 100 }
    return value * 100 + rest
  }

  private func feet(_ value: Double, inches: Double?) -> Double { value * 30.48 + min(inches ?? 0, 11.9) * 2.54 }

  /// Reads `5'11"` from the text, because words have no marks.
  private func feetWithMark() -> Double? {
    let scalars = Array(utterance.text.unicodeScalars.prefix(2000))
    for index in scalars.indices.dropFirst() where scalars[index] == "'" || scalars[index] == "\u{2019}" {
      guard ("3"..."8").contains(scalars[index - 1]), index < 2 || !("0"..."9").contains(scalars[index - 2]),
        let feet = Double(String(scalars[index - 1]))
      else { continue }
      let inches = String(String.UnicodeScalarView(scalars[(index + 1)...].prefix { ("0"..."9").contains($0) }))
      guard inches.count <= 2 else { continue }
      return self.feet(feet, inches: Double(inches))
    }
    return nil
  }

  private func weight() -> Double? {
    if let span = GoalWeight.span(utterance) { return span.from }
    // "lose 5 kg" and "200 g of rice" are not weights of a person. Of several weights, the one after "weigh" is used.
    var found: Double?
    for (index, value) in utterance.numbers {
      guard let kilograms = utterance.weight(value, unitAt: index + 1) else { continue }
      // "80 kg, not 82 kg" corrects; "until 70 kg" is a weight to reach.
      if asked == .goalWeight || utterance.word(index - 1) == "not" || GoalWeight.isGoal(utterance, index) { continue }
      let before = utterance.words[..<index].suffix(4)
      // "My weight jumps 2 kg" is a change.
      if value < 25, utterance.word(index + 1) != "st", utterance.word(index + 1) != "stone" { continue }
      if before.contains(where: { $0.hasPrefix("weigh") }) { return kilograms }
      if before.contains(where: WordList.bodyChanges.contains) || value < 25 { continue }
      found = found ?? kilograms
    }
    return found ?? weighed() ?? bare(.weight)
  }

  /// "I weigh 78": kg, as most users without a unit mean.
  private func weighed() -> Double? {
    utterance.numbers.first { index, value in
      utterance.word(index - 1) == "weigh" && (30...200).contains(value)
        && !["times", "days", "grams", "g"].contains(utterance.word(index + 1) ?? "")
    }?.value
  }

  /// The only number of a message that answers `question`.
  private func bare(_ question: Question) -> Double? {
    guard asked == question, utterance.numbers.count == 1 else { return nil }
    return utterance.numbers.first?.value
  }

  private func sex() -> BodyProfile.Sex? {
    if let stated: BodyProfile.Sex = utterance.value(.sex) { return stated }
    // "f" alone, or "29 f" in a list of figures.
    let isListed = zip(utterance.words, utterance.words.dropFirst()).contains {
      Double($0) != nil && utterance.isSex($1)
    }
    return asked == .sex || isListed ? utterance.value(.ownSex) : nil
  }

  private func activity() -> BodyProfile.Activity? {
    for (value, phrases) in WordList.activity.values {
      if value == "=days" {
        if let days = trainingDays() { return Self.activity(days) }
      } else if utterance.has(phrases) {
        return BodyProfile.Activity(rawValue: value)
      }
    }
    if asked == .activity { return answered() }
    // One word may answer the question before it is asked.
    guard asked?.isOfEnergyNeeds == true, utterance.words.count <= 2 else { return nil }
    return utterance.has("moderate*") ? .moderate : utterance.has("light*") ? .light : nil
  }

  /// Reads "I train 4 times a week". A request for a plan does not state the current days.
  private func trainingDays() -> Double? {
    guard utterance.has("week", "weekly"), utterance.has(.trains) else { return nil }
    return utterance.words.indices.lazy.compactMap { index -> Double? in
      let isCount = ["times", "days", "x", "time", "day"].contains(utterance.word(index + 1) ?? "")
      if isCount || ["once", "twice"].contains(utterance.words[index]) { return utterance.number(index) }
      return nil
    }.first
  }

  private static func activity(_ days: Double) -> BodyProfile.Activity {
    switch days {
    case ..<1: .sedentary
    case ..<3: .light
    case ..<6: .moderate
    default: .active
    }
  }

  /// One word, or a number of training days, after the question for activity.
  private func answered() -> BodyProfile.Activity? {
    if let stated: BodyProfile.Activity = utterance.value(.activityAnswer) { return stated }
    guard let days = utterance.words.indices.lazy.compactMap({ utterance.number($0) }).first else { return nil }
    return Self.activity(days)
  }
}

extension Utterance {
  /// Whether a word states a sex beside a figure: "41, male", "m, 19".
  func isSex(_ word: String?) -> Bool {
    word.map { $0 == "f" || $0 == "m" || Utterance($0).value(.sex) != nil } ?? false
  }
}
