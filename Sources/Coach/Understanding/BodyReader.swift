import HealthModels
import TextModels

/// Reads what a message states about its author.
struct BodyReader {
  let utterance: Utterance
  /// The open question, which gives a bare "82" its meaning.
  let asked: FactName?
  /// The task of the open question, whose facts may be stated in any order.
  let task: DialogueTask?
  let figures: Figures
  /// Implausible figures, in words for the user.
  private(set) var doubts: [String] = []

  init(_ utterance: Utterance, asked: FactName?, task: DialogueTask? = nil) {
    (self.utterance, self.asked, self.task) = (utterance, asked, task)
    figures = Figures(utterance, asked: asked)
  }

  mutating func read(into facts: inout Facts) {
    facts.body.age = plausible(.age, 10...110, "an age", "years").flatMap { Int(exactly: $0) }
    facts.body.heightCentimetres = plausible(.height, 100...250, "a height", "cm")
    facts.body.weightKilograms = plausible(.weight, 25...350, "a weight", "kg")
    // "f" alone, or "29 f" in a list of figures.
    let isListed = utterance.numbers.contains { $0.unit == "f" || $0.unit == "m" }
    facts.body.sex = utterance.value(.sex) ?? (asked == .sex || isListed ? utterance.value(.ownSex) : nil)
    facts.body.activity = activity
  }

  private mutating func plausible(
    _ name: FactName, _ range: ClosedRange<Double>, _ figure: String, _ unit: String
  ) -> Double? {
    guard let value = figures.values[name], value >= 0 else { return nil }
    if range.contains(value) { return value }
    doubts.append(Wording.text("doubt", ["figure": figure, "value": value, "unit": unit]))
    return nil
  }

  private var activity: BodyProfile.Activity? {
    // "I train 4 times a week". A request for a plan does not state the current days.
    let isOfWeek = utterance.has("week", "weekly") && utterance.has(.trains)
    let days = isOfWeek ? figures.values[.trainingDays] : nil
    if let stated = utterance.value(.activity) ?? days.map(BodyProfile.Activity.init) { return stated }
    if asked == .activity {
      // "62 kg" and "10000 steps" are no days of training.
      let isOfBody = !figures.values.keys.allSatisfy { $0 == .trainingDays }
      return utterance.value(.activityAnswer)
        ?? utterance.words.indices.lazy.compactMap(utterance.number).first { !isOfBody && $0 <= 14 }
        .map(BodyProfile.Activity.init)
    }
    // One word may answer the question before it is asked.
    guard asked?.isOfEnergyNeeds == true, utterance.words.count <= 2 else { return nil }
    return utterance.has("moderate*") ? .moderate : utterance.has("light*") ? .light : nil
  }

  // MARK: - Goals and plans

  func readGoals(into facts: inout Facts) {
    let isAhead = asked?.isOfEnergyNeeds == true && utterance.words.count <= 2
    let goal = utterance.value(.goal) ?? (asked == .goal || isAhead ? utterance.value(.goalAnswer) : nil)
    facts.body.goal = utterance.loss == nil ? goal.flatMap(BodyProfile.Goal.init(rawValue:)) : .lose
    facts.goalWeightKilograms = figures.values[.goalWeight]
    facts.body.energyTarget = figures.values[.energyTarget]
    facts.body.proteinTarget = figures.values[.proteinTarget]
    let diet: Facts.Diet? = utterance.value(.diet)
    let ofOthers = diet == nil ? [] : HealthStatement(utterance.text).dietsOfOthers
    facts.diet = diet.flatMap { ofOthers.map(\.rawValue).contains($0.rawValue) ? nil : $0 }
    facts.allergies = allergies
    let isOfTraining = asked == .trainingGoal || task == .workoutPlan || utterance.has(.trainingContext)
    facts.trainingGoal = isOfTraining ? utterance.value(.trainingGoal) : nil
    facts.trainingDays = trainingDays
    facts.equipment = utterance.value(.equipment) ?? (asked == .equipment ? utterance.value(.equipmentAnswer) : nil)
    facts.focus = asked == .focus || utterance.has(.routineContext) ? utterance.value(.focus) : nil
  }

  private var allergies: Set<Facts.Allergen>? {
    let removed = HealthStatement(utterance.text).allergies.removed
    // "Not allergic to nuts any more" keeps the others.
    if removed.isEmpty, utterance.has(.noAllergies) { return [] }
    let clauses = utterance.clauses(after: .leavesOut)
    let named = WordList.allergens.values.filter { row in clauses.contains { row.phrases.occur(in: Array($0)) } }
    let keys = Set(named.map(\.value) + utterance.values(.freeOf)).subtracting(removed)
    let found = keys.compactMap(Facts.Allergen.init(rawValue:))
    return found.isEmpty ? nil : Set(found)
  }

  private var trainingDays: Int? {
    let isOfPlan = task == .workoutPlan || [.orders, .weeklyContext, .planKind].contains(where: utterance.has)
    // "3" alone, after the question or after a plan.
    let isAnswer =
      asked == .trainingDays || task == .workoutPlan && utterance.words.count <= 2 && !utterance.has(.sameKind)
    let answers = isAnswer ? utterance.words.indices.compactMap(utterance.number) : []
    let stated = isOfPlan ? [figures.values[.trainingDays]].compactMap { $0 } : []
    return (answers + stated).first { (1...14).contains($0) }.map { Int($0) }
  }
}

extension Utterance {
  /// The index of the number in "lose 5 kg".
  var loss: Int? {
    words.indices.first { index in
      number(index) != nil && before(index, 3).contains(where: WordList.loses.contains)
        && WordList.daysOfUnits.factor(word(index + 1)) == nil
    }
  }

  /// The weight in kg that "lose 5 kg" leads to from another one; at least half of that.
  func goalWeight(from weight: Double) -> Double? {
    loss.flatMap { index in
      WordList.weightUnits.factor(word(index + 1)).map { max(weight / 2, weight - (number(index) ?? 0) * $0) }
    }
  }

  /// The first amount in a unit of a list, as a multiple of its base unit: "2 weeks" and "a month" in days.
  func amount(_ units: WordList) -> Double? {
    words.indices.lazy.compactMap { index in
      let value = number(index) ?? (["a", "an"].contains(words[index]) ? 1 : nil)
      return value.flatMap { value in units.factor(word(index + 1)).map { value * $0 } }
    }.first
  }
}
