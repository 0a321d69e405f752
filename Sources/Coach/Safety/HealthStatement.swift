/// The allergies and conditions that a message states.
package struct HealthStatement: Sendable, Equatable {
  /// The allergies and intolerances.
  package var allergies: AllergyStatement
  /// The dietary conditions.
  package var conditions: ConditionStatement

  /// Reads the statement of a message.
  package init(_ message: String) { self.init(FoodText(message)) }

  /// - Parameter known: the facts of earlier messages. "Can my son have eggs?" states nothing new if eggs are known.
  init(_ text: FoodText, known: Facts = Facts()) {
    allergies = AllergyStatement(text)
    conditions = ConditionStatement(text)
    let isEnglish = SafetyStage.language(text.written.map(\.text)) == .en
    switch StatementModel.shared?.subject(text) {
    // The patterns are English: in other languages they may take unknown words for foods.
    case .own? where isEmpty || !isEnglish && allergies.added.isDisjoint(with: RestrictedFoods.shared.keys):
      let foods = text.namedAllergens
      if foods.keys.isDisjoint(with: known.warned) { allergies.add(foods) }
      if !isEnglish { conditions.add(text.namedConditions.subtracting(known.conditions ?? [])) }
    // "My sister is pregnant, I want sushi": the classifier alone is not sure of persons.
    case .other? where WordList.otherPeople.hasAny(text.words):
      allergies.forgetAdded()
      conditions.forgetAdded()
    default: break
    }
  }

  /// Whether the message states neither.
  package var isEmpty: Bool { allergies.isEmpty && conditions.isEmpty }
}

/// The dietary conditions that a message states, retracts or names.
package struct ConditionStatement: Sendable, Equatable {
  /// The conditions of the user, or of someone whom the user writes about.
  package private(set) var added: Set<DietaryCondition> = []
  /// The conditions that the user does not have, or no longer.
  package private(set) var removed: Set<DietaryCondition> = []
  /// Every condition that the message names, in a question or in "a halal plan" for example.
  package private(set) var mentioned: Set<DietaryCondition> = []

  /// The indices of the words of phrases that state a condition, which do not name a food to eat.
  private(set) var positions: Set<Int> = []

  private static let maxNames = 20

  /// Whether the message states nothing about conditions.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  mutating func add(_ conditions: Set<DietaryCondition>) {
    added.formUnion(conditions)
    mentioned.formUnion(conditions)
  }

  mutating func forgetAdded() { added = [] }

  init(_ text: FoodText) {
    let named = text.words.indices.lazy.compactMap { index in
      text.longest(DietaryCondition.names, at: index).map { (index: index, condition: $0.0, end: index + $0.length) }
    }
    for (index, condition, end) in named.prefix(Self.maxNames) {
      if !text.sentence(of: index).contains(where: WordList.pastWords.contains) { mentioned.insert(condition) }
      let before = text.before(index, 6)
      let isPresent = before.contains("diagnosed") || before.contains("raised")
      let denial = isPresent ? [] : text.ownClause(before: index).suffix(4)
      if denial.contains(where: WordList.denials.contains) || text.words[end...].prefix(2).contains("anymore") {
        removed.insert(condition)
      } else if Self.isStated(condition, before) || Self.isPlain(condition, text, index) {
        added.insert(condition)
      }
    }
    readPhrases(text)
    removed.subtract(added)
  }

  /// Reads what states a condition without its name: "14 weeks along", "I don't eat meat".
  private mutating func readPhrases(_ text: FoodText) {
    for (value, phrases) in WordList.conditionPhrases.values {
      guard let condition = DietaryCondition(rawValue: value) else { continue }
      for index in text.words.indices {
        guard let phrase = phrases.longest(in: text.words, at: index), !text.isQuestion(index),
          !text.ownClause(before: index).suffix(2).contains(where: WordList.denials.contains)
        else { continue }
        added.insert(condition)
        positions.formUnion(index..<index + phrase.words.count)
      }
    }
    let eatsFish = WordList.eatsFish.phrases.occur(in: text.words)
    if eatsFish, text.words.contains("meat") || added.contains(.vegetarian) {
      added.remove(.vegetarian)
      added.insert(.pescatarian)
    }
    mentioned.formUnion(added)
  }

  private static func isStated(_ condition: DietaryCondition, _ before: [String]) -> Bool {
    if isStated(before) { return true }
    guard condition.isMedical, let last = before.last(where: { !WordList.conditionFillers.contains($0) }) else {
      return false
    }
    return WordList.possessing.contains(last) && !WordList.conditionQuestions.contains(before[0])
  }

  /// Whether a verb that states something of a person ends the words: "I'm a strict", "my daughter is".
  static func isStated(_ before: [String]) -> Bool {
    guard let last = before.last(where: { !WordList.conditionFillers.contains($0) && Double($0) == nil }) else {
      return false
    }
    if last == "is" || last == "are" { return WordList.relatives.hasAny(before) || before.first == "we" }
    // "My wife's expecting": the verb is part of the contraction.
    return last != "my" && before.contains("my") && WordList.relatives.contains(last)
      || WordList.conditionVerbs.contains(last)
  }

  /// Whether a sentence with the name of a condition asks nothing, and is not about the past, other people or a product:
  /// "diabetes runs my life", "vegan athlete here".
  private static func isPlain(_ condition: DietaryCondition, _ text: FoodText, _ place: Int) -> Bool {
    let words = text.sentence(of: place)
    guard words.count <= 12, let first = words.first, !WordList.asks.contains(first) || first == "am" else {
      return false
    }
    // "Vegetarian, no fish either": the name is the first clause of several.
    let end = words.startIndex + (text.longest(DietaryCondition.names, at: words.startIndex)?.length ?? 0)
    let isFirst =
      end > words.startIndex && end < text.words.count
      && text.written[end].clause != text.written[words.startIndex].clause
    guard isFirst || !words.contains(where: WordList.conditionDoubts.contains) else { return false }
    if condition.isMedical { return true }
    return !words.contains(where: WordList.dietRequests.contains)
      && (isFirst || words.count <= 5 || words.contains(where: WordList.ownMarkers.contains))
  }
}

extension Facts {
  static let maxStated = 40

  /// The keys of all allergies that cause warnings. Without a statement these are the excluded foods, because earlier
  /// versions stored allergies only there.
  var warned: Set<String> { self.statedAllergies ?? Set((self.allergies ?? []).map(\.rawValue)) }

  var excludedFoods: [String] { Set((self.allergies ?? []).map(\.rawValue)).union(self.statedAllergies ?? []).sorted() }

  /// The known allergies in alphabetical order.
  package var knownAllergies: [String] { warned.sorted() }

  /// Separates allergies from foods that a plan excludes ("no nuts"). Call it before every turn.
  package mutating func separateAllergies() { self.statedAllergies = warned }

  /// Applies what a message states about allergies and conditions.
  package mutating func apply(_ statement: HealthStatement) {
    apply(statement.allergies)
    let change = statement.conditions
    if !change.isEmpty { self.conditions = (self.conditions ?? []).subtracting(change.removed).union(change.added) }
  }

  /// Applies what a message states about allergies.
  package mutating func apply(_ statement: AllergyStatement) {
    guard !statement.isEmpty else { return }
    var stated = statement.clearsAll ? [] : warned
    stated.subtract(statement.removed)
    // "Not allergic to nuts any more, but to eggs": added allergies have precedence.
    stated.formUnion(statement.added)
    self.statedAllergies = Set(stated.sorted().prefix(Self.maxStated))
    if statement.clearsAll { self.allergies = [] }
    self.allergies?.subtract(statement.removed.compactMap(Allergen.init(rawValue:)))
    let added = statement.added.compactMap(Allergen.init(rawValue:))
    if !added.isEmpty { self.allergies = (self.allergies ?? []).union(added) }
  }

  /// The conditions whose conflicts a message is checked for: those of the user, and medical ones that it asks about.
  func checked(_ statement: HealthStatement) -> Set<DietaryCondition> {
    let asked = statement.conditions.mentioned.filter(\.isMedical).subtracting(statement.conditions.removed)
    return (self.conditions ?? []).union(asked)
  }
}
