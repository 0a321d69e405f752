/// A list of words and phrases by which messages are read. Rows of `words.tsv`:
///   list  value (the meaning of the phrases; may be empty)  phrases (joined by ';')
enum WordList: String, CaseIterable, Sendable {
  // Acts and remarks.
  case declines, beside, refusesGoalWeight, otherPlan, unsure, leaving, praise, wish
  // Facts about the user.
  case sex, ownSex, activity, activityAnswer, trains, goal, goalAnswer, diet, noAllergies, allergens, leavesOut,
    excluding,
    dislikes
  case trainingGoal, trainingContext, weeklyContext, equipment, focus, timesOfDay, routineContext, targetWords,
    bodyUnits, weightUnits,
    daysOfUnits, energyUnits, deficits,
    loses, yearUnits, agePrefixes, otherUnits
  case proteinContext, proteinQuestion, bodyChanges, goalWeightName, goalBefore, goalNear, goalWish, reachesTo
  case weightlessUnits, forgettable, aboutLog
  // Foods, the diary and plans.
  case nutrients, unlisted, foodQuestion, eating, figures, ambiguousFigures, quantifiers, foodUnits, ambiguous, symptoms
  case bodyParts, animals, owners, bodyConditions, smallWords, connectors, nutrientFoods, foodsBefore, foodsAfter,
    meals, periods, intakeAmounts, intakePeriods, judges, follows, weekPlan
  case shopping, moreProtein, lowCarb, sameKind, planFacts, notPlanFacts, exclusionEnds, exclusionTriggers,
    notPlanFoods, planFoodGroups
  case logVerbs, logPhrases, logsStated, highProtein, wholeDay, nextMeal, planLeaves, mealSet, addsFood, moreDays,
    notChanges
  // Exercises.
  case areas, joints, pain, atHome, refersBack, exerciseQuestion, adjusts
  // Requests.
  case planKind, planWords, orders, notOrdered, ordered, asksHow, wanted, entries, amountQuestion, ownNeeds, advice
  case planSize, planNouns, wishesPlan, energyTargetName, asks, askPhrases, fillers, asksAmount, asksAllFood,
    corrects, asksFigures, asksOn, starving, seriousConditions, richIn, asksFood, compares, judgesFood, swaps, aboutFood
  case followsFood
  // Allergies and conditions.
  case reactions, allergyTriggers, allergyDenials, avoidedFoods, generalQuestions, persons, allergyLinks,
    listSeparators,
    foodAdjectives, allergyEnds, noAllergens, conditionVerbs, possessing, conditionFillers, relatives, denials,
    conditionQuestions, conditionAdditions, notAges, notWeights, leavingOut, swapEnds, avoidances, weakAvoidances,
    closedAvoidances, avoidanceEnds, subjects, reactionCauses, reactionEffects, reactionDenials, reactionQuestions,
    conditionPhrases, eatsFish, suitable, plantModifiers, meatDishes, foodSeparators, careSubjects, conditionDoubts,
    dietRequests, ownMarkers, pastWords, pets, endingInIE, ageUnits, agesBefore,
    agesAfter, durations, heightWords, lossesAfter, weightNames, gains
  // Readings of a body.
  case otherReadings, notReadings, pressureLinks
  // Language.
  case english, ordinary, ignored, correct, spellings, synonyms, repetitions, thanked, receipts

  fileprivate struct Row: Sendable {
    var value: String
    var phrases: Phrases
  }

  private static let rows: [WordList: [Row]] = {
    var rows: [WordList: [Row]] = [:]
    for row in CoachTable.words.rows(3) {
      guard let list = WordList(rawValue: row[0]) else { continue }
      rows[list, default: []].append(Row(value: row[1], phrases: Phrases(row[2])))
    }
    return rows
  }()

  private static let single: [WordList: Set<String>] = rows.mapValues { rows in
    Set(rows.flatMap { $0.phrases.all.filter { $0.words.count == 1 && !$0.endsOpen }.map { $0.words[0] } })
  }

  fileprivate var rows: [Row] { Self.rows[self] ?? [] }

  var phrases: [Phrase] { rows.flatMap(\.phrases.all) }

  /// The phrases by their first word; those of one word with any ending have the empty word.
  private static let byFirstWord: [WordList: [String: [Phrase]]] = rows.mapValues { rows in
    Dictionary(grouping: rows.flatMap(\.phrases.all)) { $0.endsOpen && $0.words.count == 1 ? "" : $0.words.first ?? "" }
  }

  /// Returns the longest phrase of the list at an index of a list of words.
  func phrase(in words: [String], at index: Int) -> Phrase? {
    guard let table = Self.byFirstWord[self] else { return nil }
    let candidates = (table[words[index]] ?? []) + (table[""] ?? [])
    return candidates.filter { $0.occurs(in: words, at: index) }.max { $0.words.count < $1.words.count }
  }

  var words: Set<String> { Self.single[self] ?? [] }

  /// The phrases of each value, in the order of the table.
  var values: [(value: String, phrases: Phrases)] { rows.map { ($0.value, $0.phrases) } }

  func contains(_ word: String?) -> Bool { word.map(words.contains) ?? false }

  func hasAny(_ others: some Sequence<String>) -> Bool { !words.isDisjoint(with: others) }

  /// Returns the number that is the value of a word; nil if the list does not have the word.
  func factor(_ word: String?) -> Double? {
    guard let word else { return nil }
    return rows.first { $0.phrases.all.contains(Phrase(word)) }.flatMap { Double($0.value) }
  }
}

extension Utterance {
  func has(_ list: WordList) -> Bool { list.rows.contains { has($0.phrases) } }

  /// Returns the value of the first row of which a phrase occurs.
  func value(_ list: WordList) -> String? { list.rows.first { has($0.phrases) }?.value }

  /// Returns the value of the first row of which a phrase occurs.
  func value<Value: RawRepresentable>(_ list: WordList) -> Value? where Value.RawValue == String {
    value(list).flatMap(Value.init(rawValue:))
  }

  /// Returns the value of the row of which most phrases occur; the first one of several.
  func mostFrequent(_ list: WordList) -> String? {
    list.rows.map { row in (row.value, row.phrases.all.count { position(of: $0) != nil }) }
      .reduce(nil as (String, Int)?) { best, next in next.1 > best?.1 ?? 0 ? next : best }?.0
  }

  /// Returns the values of all rows of which a phrase occurs, those that occur first in front.
  func values(_ list: WordList) -> [String] {
    list.rows.compactMap { row in
      row.phrases.all.lazy.compactMap(position(of:)).min().map { (row.value, $0) }
    }
    .sorted { $0.1 < $1.1 }.map(\.0)
  }
}
