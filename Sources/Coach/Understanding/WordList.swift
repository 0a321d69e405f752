import TextModels

/// A list of words and phrases by which messages are read: those that code names. Rows of `words.tsv`:
///   list  value (the meaning of the phrases; may be empty)  phrases (joined by ';')
@dynamicMemberLookup
enum WordList: String, CaseIterable, Sendable {
  // Acts and remarks.
  case declines, beside, refusesGoalWeight, otherPlan, leaving, praise, wish, happy
  // Facts about the user.
  case sex, ownSex, activity, activityAnswer, trains, goal, goalAnswer, diet, noAllergies, allergens, leavesOut,
    freeOf, dislikes, notDislikes, trainingGoal, trainingContext, weeklyContext, equipment, equipmentAnswer, focus,
    timesOfDay, routineContext, targetWords, weightUnits, daysOfUnits, energyUnits, deficits, loses, forgettable
  // Foods, the diary, plans and exercises.
  case nutrients, unlisted, foodQuestion, eating, figures, ambiguousFigures, quantifiers, foodUnits, ambiguous,
    symptoms, bodyParts, animals, owners, bodyConditions, smallWords, connectors, meals, periods, intakePeriods,
    judges, weekPlan, shopping, moreProtein, lowCarb, lowFat, sameKind, planFacts, notPlanFacts, exclusionEnds,
    exclusionTriggers, exclusionEndings, notPlanFoods, logVerbs, logPhrases, logsStated, correctsMeal, deniesMeal,
    addsToMeal, unlogs, highProtein, wholeDay, nextMeal, planLeaves, mealSet, addsFood, moreDays, notChanges, planDay,
    weekday, weekend, spans, freeDays, busyDays, planLength, beforeTimes, halfOfDay, afterNumbers, wholePlan, shows,
    spoils, brings, forOthers, partSize, people, money, effort, partsOfDay, moves, swapVerbs, addsExercise, planNames,
    durations, permits, areas, joints, pain, atHome, refersBack, exerciseQuestion, adjusts, asksLeave
  // Requests.
  case planKind, orders, ordered, wanted, wishesPlan, planSize, asks, askPhrases, fillers, corrects, judgesFood,
    followsFood, follows
  // Allergies, conditions and readings of a body.
  case allergyTriggers, allergyLinks, listSeparators, allergyEnds, noAllergens, eatsFish, notWeights,
    leavingOut, leftOut, withoutFood, swapEnds, eaten, suitable, foodSeparators, careSubjects, endingInIE, gains,
    otherPersons, ownSubjects, otherReadings, notReadings, pressureLinks, ownsFood, eatsAgain
  // Language.
  case ordinary, ignored, spellings, repetitions, thanked, glad, sorry, heard, sad, receipts, numbers, functionWords

  /// The phrases of each list, as the alternatives of a pattern.
  static let classes = contents.mapValues(\.alternatives)

  private static let contents = Dictionary(grouping: CoachTable.words.rows(3)) { $0[0] }
    .mapValues { rows in PhraseList(rows.map { ($0[1], Phrases($0[2], value: $0[1])) }) }

  /// The rows of the list in `values`, all of its `phrases`, and `valueByWord`.
  subscript<Value>(dynamicMember path: KeyPath<PhraseList, Value>) -> Value {
    (Self.contents[rawValue] ?? PhraseList())[keyPath: path]
  }

  var words: Set<String> { Set(self.valueByWord.keys) }

  func contains(_ word: String?) -> Bool { word.map { self.valueByWord[$0] != nil } ?? false }

  /// Returns the number that is the value of a word; nil if the list does not have the word.
  func factor(_ word: String?) -> Double? { word.flatMap { self.valueByWord[$0] }.flatMap { Double($0) } }
}

extension Utterance {
  func has(_ list: WordList) -> Bool { has(list.phrases) }

  /// Returns the value of the first row of which a phrase occurs.
  func value(_ list: WordList) -> String? { list.values.first { has($0.phrases) }?.value }

  func value<Value: RawRepresentable>(_ list: WordList) -> Value? where Value.RawValue == String {
    value(list).flatMap(Value.init(rawValue:))
  }

  /// Returns the values of all rows of which a phrase occurs, those that occur first in front.
  func values(_ list: WordList) -> [String] {
    list.values.compactMap { row in row.phrases.all.lazy.compactMap(position(of:)).min().map { (row.value, $0) } }
      .sorted { $0.1 < $1.1 }.map(\.0)
  }
}

extension Phrase {
  /// The words as `Utterance` splits them.
  init(_ text: String) { self.init(Utterance.split(text), endsOpen: text.hasSuffix("*")) }
}

/// Alternatives that are a cell of a table, joined by ';', with the value of their row.
typealias Phrases = PhraseTable<String>

extension Phrases {
  init(_ cell: String, value: String = "") { self.init(cell.items(";").map { (Phrase($0), value) }) }
}
