/// A list of words and phrases by which messages are read. Rows of `words.tsv`:
///   list  value (the meaning of the phrases; may be empty)  phrases (joined by ';')
enum WordList: String, CaseIterable, Sendable {
  // Acts and remarks.
  case declines, beside, refusesGoalWeight, otherPlan, leaving, praise, wish
  // Facts about the user.
  case sex, ownSex, activity, activityAnswer, trains, goal, goalAnswer, diet, noAllergies, allergens, leavesOut,
    excluding, dislikes, trainingGoal, trainingContext, weeklyContext, equipment, focus, timesOfDay, routineContext,
    targetWords, bodyUnits, heightUnits, weightUnits, daysOfUnits, energyUnits, deficits, loses, yearUnits, agePrefixes,
    otherUnits, proteinContext, proteinQuestion, bodyChanges, goalWeightName, goalBefore, goalNear, goalWish,
    reachesTo, weightlessUnits, forgettable, aboutLog
  // Foods, the diary and plans.
  case nutrients, unlisted, foodQuestion, eating, figures, ambiguousFigures, quantifiers, foodUnits, ambiguous,
    symptoms, bodyParts, animals, owners, bodyConditions, smallWords, connectors, meals, periods, intakeAmounts,
    intakePeriods, judges, follows, weekPlan, shopping, moreProtein,
    lowCarb, sameKind, planFacts, notPlanFacts, exclusionEnds, exclusionTriggers, notPlanFoods,
    logVerbs, logPhrases, logsStated, highProtein, wholeDay, nextMeal, planLeaves, mealSet, addsFood, moreDays,
    notChanges
  // Exercises.
  case areas, joints, pain, atHome, refersBack, exerciseQuestion, adjusts
  // Requests.
  case planKind, planWords, orders, ordered, asksHow, wanted, entries, amountQuestion, ownNeeds, advice,
    planSize, planNouns, wishesPlan, energyTargetName, asks, askPhrases, fillers, asksAmount, asksAllFood, corrects,
    asksFigures, asksOn, richIn, asksFood, compares, judgesFood, swaps, aboutFood,
    followsFood
  // Allergies and conditions.
  case reactions, allergyTriggers, allergyDenials, avoidedFoods, generalQuestions, persons, allergyLinks,
    listSeparators, foodAdjectives, allergyEnds, noAllergens, conditionVerbs, possessing, conditionFillers, relatives,
    denials, conditionQuestions, conditionAdditions, otherPeople, notAges, notWeights, leavingOut, swapEnds, avoidances,
    weakAvoidances, closedAvoidances, avoidanceEnds, subjects, reactionCauses, reactionEffects, reactionDenials,
    reactionQuestions, conditionPhrases, eatsFish, suitable, plantModifiers, meatDishes, foodSeparators, careSubjects,
    conditionDoubts, dietRequests, ownMarkers, pastWords, pets, endingInIE, ageUnits, agesBefore, agesAfter,
    durations, heightWords, lossesAfter, weightNames, gains
  // Readings of a body.
  case otherReadings, notReadings, pressureLinks
  // Language.
  case english, ordinary, ignored, spellings, repetitions, thanked, receipts

  private struct Content: Sendable {
    var rows: [(value: String, phrases: Phrases)] = []
    var phrases = Phrases([])
    var words: Set<String> = []
    var valueByWord: [String: String] = [:]
  }

  private static let contents: [WordList: Content] = {
    let rows = CoachTable.words.rows(3).map { (list: WordList(rawValue: $0[0]), value: $0[1], phrases: Phrases($0[2])) }
    var contents: [WordList: Content] = [:]
    for (list, rows) in Dictionary(grouping: rows, by: \.list) {
      guard let list else { continue }
      let all = rows.flatMap(\.phrases.all)
      contents[list] = Content(
        rows: rows.map { ($0.value, $0.phrases) }, phrases: Phrases(all),
        words: Set(all.filter { $0.words.count == 1 && !$0.endsOpen }.map { $0.words[0] }),
        valueByWord: Dictionary(
          rows.flatMap { row in row.phrases.all.filter { $0.words.count == 1 }.map { ($0.words[0], row.value) } }
        ) { first, _ in first })
    }
    return contents
  }()

  private var content: Content { Self.contents[self] ?? Content() }

  /// The phrases of each value, in the order of the table.
  var values: [(value: String, phrases: Phrases)] { content.rows }

  /// The phrases of all values.
  var phrases: Phrases { content.phrases }

  /// The phrases that are one word.
  var words: Set<String> { content.words }

  func contains(_ word: String?) -> Bool { word.map(words.contains) ?? false }

  func hasAny(_ others: some Sequence<String>) -> Bool { !words.isDisjoint(with: others) }

  /// The value of each word.
  var valueByWord: [String: String] { content.valueByWord }

  /// Returns the number that is the value of a word; nil if the list does not have the word.
  func factor(_ word: String?) -> Double? { word.flatMap { valueByWord[$0] }.flatMap { Double($0) } }
}

extension Utterance {
  func has(_ list: WordList) -> Bool { has(list.phrases) }

  /// Returns the value of the first row of which a phrase occurs.
  func value(_ list: WordList) -> String? { list.values.first { has($0.phrases) }?.value }

  /// Returns the value of the first row of which a phrase occurs.
  func value<Value: RawRepresentable>(_ list: WordList) -> Value? where Value.RawValue == String {
    value(list).flatMap(Value.init(rawValue:))
  }

  /// Returns the value of the row of which most phrases occur; the first one of several.
  func mostFrequent(_ list: WordList) -> String? {
    list.values.map { row in (row.value, row.phrases.all.count { position(of: $0) != nil }) }
      .reduce(nil as (String, Int)?) { best, next in next.1 > best?.1 ?? 0 ? next : best }?.0
  }

  /// Returns the values of all rows of which a phrase occurs, those that occur first in front.
  func values(_ list: WordList) -> [String] {
    list.values.compactMap { row in
      row.phrases.all.lazy.compactMap(position(of:)).min().map { (row.value, $0) }
    }
    .sorted { $0.1 < $1.1 }.map(\.0)
  }
}
