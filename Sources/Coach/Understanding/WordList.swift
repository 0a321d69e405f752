/// A list of words and phrases by which messages are read. Rows of `words.tsv`:
///   list  value (the meaning of the phrases; may be empty)  phrases (joined by ';')
enum WordList: String, CaseIterable, Sendable {
  // Acts and remarks.
  case declines, refusesGoalWeight, otherPlan, unsure, leaving, praise, wish
  // Facts about the user.
  case sex, ownSex, activity, activityAnswer, trains, goal, goalAnswer, diet, noAllergies, allergens, excluding,
    dislikes
  case trainingGoal, trainingContext, equipment, focus, routineContext, targetWords, bodyUnits, weightUnits, otherUnits
  case proteinContext, proteinQuestion, bodyChanges, goalWeightName, goalBefore, goalNear, goalWish, reachesTo
  case weightlessUnits, forgettable, aboutLog
  // Foods, the diary and plans.
  case nutrients, unlisted, foodQuestion, eating, figures, ambiguousFigures, quantifiers, foodUnits, ambiguous, symptoms
  case bodyParts, animals, owners, bodyConditions, smallWords, connectors, meals, periods, judges, follows, weekPlan
  case shopping, moreProtein, lowCarb, sameKind, planFacts, notPlanFacts, exclusionEnds, exclusionTriggers
  case logVerbs, logPhrases, highProtein, wholeDay, nextMeal
  // Exercises.
  case areas, joints, pain, atHome, refersBack, exerciseQuestion, adjusts
  // Requests.
  case planKind, planWords, orders, notOrdered, ordered, asksHow, wanted, entries, amountQuestion, ownNeeds, advice
  case planSize, planNouns, wishesPlan, energyTargetName, useUp, asks, askPhrases, fillers, asksAmount, asksAllFood,
    corrects,
    asksFigures, asksOn, starving, seriousConditions, richIn, asksFood, compares, judgesFood, swaps, aboutFood
  case followsFood
  // Allergies and conditions.
  case reactions, avoidedFoods, generalQuestions, persons, allergyLinks, listSeparators, foodAdjectives,
    allergyEnds, noAllergens, conditionVerbs, possessing, conditionFillers, relatives, denials, conditionQuestions,
    conditionAdditions, notAges, notWeights, leavingOut, swapEnds,
    avoidances, weakAvoidances, closedAvoidances, avoidanceEnds, subjects,
    reactionCauses, reactionEffects, reactionDenials, reactionQuestions, conditionPhrases, eatsFish, suitable,
    plantModifiers, meatDishes,
    foodSeparators, careSubjects, conditionDoubts, dietRequests,
    ownMarkers, pastWords, pets
  // Language.
  case english, ordinary, ignored, spellings, synonyms

  fileprivate struct Row: Sendable {
    var value: String
    var phrases: Phrases
  }

  private static let rows: [WordList: [Row]] = {
    var rows: [WordList: [Row]] = [:]
    for row in TabSeparated.rows(PackageResources.words_tsv, columns: 3) {
      guard let list = WordList(rawValue: row[0]) else { continue }
      rows[list, default: []].append(Row(value: row[1], phrases: Phrases(row[2])))
    }
    return rows
  }()

  private static let single: [WordList: Set<String>] = rows.mapValues { rows in
    Set(rows.flatMap { $0.phrases.all.filter { $0.words.count == 1 && !$0.endsOpen }.map { $0.words[0] } })
  }

  fileprivate var rows: [Row] { Self.rows[self] ?? [] }

  /// All phrases of the list.
  var phrases: [Phrase] { rows.flatMap(\.phrases.all) }

  /// The phrases by their first word; those of one word with any ending have the empty word.
  private static let byFirstWord: [WordList: [String: [Phrase]]] = rows.mapValues { rows in
    Dictionary(grouping: rows.flatMap(\.phrases.all)) { $0.endsOpen && $0.words.count == 1 ? "" : $0.words.first ?? "" }
  }

  /// Returns the longest phrase of the list that stands at an index of a list of words. The cost does not depend on the size
  /// of the list.
  func phrase(in words: [String], at index: Int) -> Phrase? {
    guard let table = Self.byFirstWord[self] else { return nil }
    let candidates = (table[words[index]] ?? []) + (table[""] ?? [])
    return candidates.filter { $0.occurs(in: words, at: index) }.max { $0.words.count < $1.words.count }
  }

  /// The single words of the list.
  var words: Set<String> { Self.single[self] ?? [] }

  /// The phrases of each value, in the order of the table.
  var values: [(value: String, phrases: Phrases)] { rows.map { ($0.value, $0.phrases) } }

  func contains(_ word: String?) -> Bool { word.map(words.contains) ?? false }
}

extension Utterance {
  /// Whether the message contains a phrase of a list.
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
