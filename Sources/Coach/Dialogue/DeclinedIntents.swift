/// Recognises requests that the coach declines.
struct DeclinedIntents {
  let utterance: Utterance

  /// Requests for functions that the coach does not have, which other rules would misread.
  func unavailable() -> Intent? {
    if utterance.has("recipe*", "how to cook", "how do i cook") {
      return .declined("I know no recipes. I can tell what is in a food, or make a meal plan from foods and amounts.")
    }
    let changes = utterance.has(
      "delete my", "remove my", "delete the", "remove the", "edit my", "change my", "correct my")
    if changes && utterance.has("meal", "meals", "log", "breakfast", "lunch", "dinner", "snack", "entry") {
      return .declined("I can add to your log but cannot change it: correct or delete meals where you log them.")
    }
    if utterance.has("log my breakfast", "log my lunch", "log my dinner", "log my snack", "log my meal", "log this") {
      return .declined("Gladly: what was it? Write for example \"log 2 eggs and toast for breakfast\".")
    }
    let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    if utterance.has("did i", "have i", "i ate"), weekdays.contains(where: { utterance.has($0) }) {
      return .declined("I cannot look up a day by its weekday; ask for today, yesterday, your last meals or your week.")
    }
    return nil
  }

  func unsafe() -> Intent? {
    if let loss = SafePace.Loss(utterance) { return .tooFast(loss) }
    guard !utterance.has("plan", "menu", "make", "create", "meal") else { return nil }
    return SafePace.starvation(utterance).map(Intent.tooLittle)
  }

  /// A message that states only a condition or the intent to starve. The safety stage finds those with a request for a
  /// plan.
  func caution() -> Intent? {
    if utterance.has("starve until", "starve for", "want to starve", "going to starve", "starve myself") {
      return .declined(SafetyReplies.text(.eatingDisorder, .en))
    }
    let statesCondition = utterance.has(
      "im diabetic", "i am diabetic", "have diabetes", "type 1 diabet*", "type 2 diabet*", "gestational diabet*",
      "im pregnant", "i am pregnant", "im breastfeeding", "i am breastfeeding", "kidney disease", "kidney failure",
      "dialysis", "heart failure", "on warfarin", "blood thinner*", "bariatric surgery", "liver disease", "cirrhosis",
      "on chemo*", "take insulin", "use insulin", "on insulin")
    return statesCondition ? .declined(SafetyReplies.text(.care, .en)) : nil
  }

  func outside() -> Intent? {
    for (phrases, what) in Self.outside where phrases.contains(where: { utterance.position(of: $0) != nil }) {
      return .outside(what)
    }
    return nil
  }

  private static let outside: [([String], String)] = [
    (["weather", "forecast"], "the weather"), (["stock*", "bitcoin", "crypto*", "invest*"], "money"),
    (["politic*", "election", "president"], "politics"),
    (["code", "programming", "python", "javascript"], "programming"),
    (["movie", "film", "song", "football", "soccer"], "entertainment"),
    (["homework", "essay", "poem", "joke"], "writing"),
    (
      [
        "diagnos*", "prescri*", "medication", "dosage", "dose", "antibiotic*", "blood test", "lab results", "mri",
        "tumor", "tumour", "cancer", "insulin",
      ], "medical questions"
    ),
  ]
}
