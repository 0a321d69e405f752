import HealthModels

/// Reads what a message states about its author: here age, height, weight, sex and activity.
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

  /// The age, plausible or not.
  var statedAge: Double? { figures.values[.age] }

  mutating func read(into facts: inout Facts) {
    facts.body.age = plausible(.age, 10...110, "an age", "years").flatMap { Int(exactly: $0) }
    facts.body.heightCentimetres = plausible(.height, 100...250, "a height", "cm")
    facts.body.weightKilograms = plausible(.weight, 25...350, "a weight", "kg")
    facts.body.sex = sex
    facts.body.activity = activity
  }

  private mutating func plausible(
    _ name: FactName, _ range: ClosedRange<Double>, _ figure: String, _ unit: String
  ) -> Double? {
    guard let value = figures.values[name], !range.contains(value) else { return figures.values[name] }
    doubts.append(Wording.text("doubt", ["figure": figure, "value": value, "unit": unit]))
    return nil
  }

  private var sex: BodyProfile.Sex? {
    // "f" alone, or "29 f" in a list of figures.
    let isListed = utterance.numbers.contains { $0.unit == "f" || $0.unit == "m" }
    return utterance.value(.sex) ?? (asked == .sex || isListed ? utterance.value(.ownSex) : nil)
  }

  private var activity: BodyProfile.Activity? {
    // "I train 4 times a week". A request for a plan does not state the current days.
    let isOfWeek = utterance.has("week", "weekly") && utterance.has(.trains)
    let days = isOfWeek ? figures.values[.trainingDays] : nil
    if let stated = utterance.value(.activity) ?? days.map(Self.activity) { return stated }
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
