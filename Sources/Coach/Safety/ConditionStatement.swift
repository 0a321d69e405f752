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

  /// The maximum number of names that are read in one message.
  private static let maxNames = 20

  /// Whether the message states nothing about conditions.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  init(_ text: SafetyText) {
    let words = AllergenFoods.shared.plain(text)
    var count = 0
    for index in words.indices where count < Self.maxNames {
      guard let (condition, length) = Self.name(words, index) else { continue }
      count += 1
      let sentence = text.words[index].sentence
      let isPast = words.indices.contains {
        text.words[$0].sentence == sentence && WordList.pastWords.contains(words[$0])
      }
      if !isPast { mentioned.insert(condition) }
      let before = words[..<index].indices.suffix(6).filter { text.words[$0].sentence == sentence }.map { words[$0] }
      let denial =
        before.contains("diagnosed") || before.contains("raised")
        ? [] : StatementWords.ownClause(words, text, before: index).suffix(4)
      if denial.contains(where: WordList.denials.contains) || words[(index + length)...].prefix(2).contains("anymore") {
        removed.insert(condition)
      } else if Self.isStated(condition, before) || Self.isAlone(words, text, sentence)
        || Self.isPlain(condition, words, text, sentence)
      {
        added.insert(condition)
      }
    }
    readPhrases(words, text)
    removed.subtract(added)
  }

  /// Reads what states a condition without its name: "14 weeks along", "I don't eat meat".
  private mutating func readPhrases(_ words: [String], _ text: SafetyText) {
    for index in words.indices {
      for (phrase, condition) in Self.phrases[words[index]] ?? [] where phrase.occurs(in: words, at: index) {
        let before = StatementWords.ownClause(words, text, before: index).suffix(2)
        if before.contains(where: WordList.denials.contains) || AllergyStatement.isQuestion(text, index) { continue }
        added.insert(condition)
        positions.formUnion(index..<index + phrase.words.count)
      }
    }
    let eatsFish = WordList.eatsFish.phrases.contains { $0.position(in: words) != nil }
    if eatsFish, words.contains("meat") || added.contains(.vegetarian) {
      added.remove(.vegetarian)
      added.insert(.pescatarian)
    }
    mentioned.formUnion(added)
  }

  /// The phrases that state a condition, by their first word.
  private static let phrases: [String: [(Phrase, DietaryCondition)]] = {
    let rows = WordList.conditionPhrases.values.flatMap { value, phrases in
      DietaryCondition(rawValue: value).map { condition in phrases.all.map { ($0, condition) } } ?? []
    }
    return Dictionary(grouping: rows) { $0.0.words.first ?? "" }
  }()

  private static func name(_ words: [String], _ index: Int) -> (DietaryCondition, Int)? {
    for length in [2, 1] where index + length <= words.count {
      if let condition = DietaryCondition.names[Array(words[index..<index + length])] { return (condition, length) }
    }
    return nil
  }

  /// Whether a verb that states a condition precedes its name: "I'm 20 weeks pregnant", "we keep kosher", "as a vegan".
  private static func isStated(_ condition: DietaryCondition, _ before: [String]) -> Bool {
    if StatementWords.isStated(before) { return true }
    guard condition.isMedical, let last = before.last(where: { !WordList.conditionFillers.contains($0) }) else {
      return false
    }
    return WordList.possessing.contains(last) && !WordList.conditionQuestions.contains(before[0])
  }

  /// Whether a sentence with the name of a condition asks nothing, and is not about the past, other people or a product:
  /// "diabetes runs my life", "vegan athlete here".
  private static func isPlain(
    _ condition: DietaryCondition, _ words: [String], _ text: SafetyText, _ sentence: Int
  ) -> Bool {
    let own = words.indices.filter { text.words[$0].sentence == sentence }.map { words[$0] }
    guard own.count <= 12, let first = own.first, !WordList.asks.contains(first) || first == "am" else { return false }
    let isFirst = isFirstClause(words, text, sentence)
    guard isFirst || !own.contains(where: WordList.conditionDoubts.contains) else { return false }
    if condition.isMedical { return true }
    if own.contains(where: WordList.dietRequests.contains) { return false }
    return isFirst || own.contains(where: WordList.ownMarkers.contains)
  }

  /// Whether the first clause of several is a name: "vegetarian, no fish either".
  private static func isFirstClause(_ words: [String], _ text: SafetyText, _ sentence: Int) -> Bool {
    guard let start = words.indices.first(where: { text.words[$0].sentence == sentence }),
      let (_, length) = name(words, start), start + length < words.count
    else { return false }
    return text.words[start + length].clause != text.words[start].clause
  }

  /// Whether the sentence is no more than names of conditions: "vegan here", "strict vegan since 2019".
  private static func isAlone(_ words: [String], _ text: SafetyText, _ sentence: Int) -> Bool {
    let own = words.indices.filter { text.words[$0].sentence == sentence }
    guard own.count <= 10, var index = own.first, let last = own.last else { return false }
    while index <= last {
      if let (_, length) = name(words, index) {
        index += length
      } else if WordList.conditionAdditions.contains(words[index]) || WordList.conditionFillers.contains(words[index])
        || text.words[index].number != nil
      {
        index += 1
      } else {
        return false
      }
    }
    return true
  }
}

/// The allergies and conditions that a message states.
package struct HealthStatement: Sendable, Equatable {
  /// The allergies and intolerances.
  package var allergies: AllergyStatement
  /// The dietary conditions.
  package var conditions: ConditionStatement

  /// Reads the statement of a message.
  package init(_ message: String) { self.init(SafetyText(message)) }

  init(_ text: SafetyText) {
    allergies = AllergyStatement(text)
    conditions = ConditionStatement(text)
  }

  /// Whether the message states neither.
  package var isEmpty: Bool { allergies.isEmpty && conditions.isEmpty }
}

extension Facts {
  /// Applies what a message states about allergies and conditions.
  package mutating func apply(_ statement: HealthStatement) {
    apply(statement.allergies)
    guard !statement.conditions.isEmpty else { return }
    conditions = (conditions ?? []).subtracting(statement.conditions.removed).union(statement.conditions.added)
  }

  /// The conditions whose conflicts a message is checked for: those of the user, and medical ones that it asks about.
  func conditions(in statement: HealthStatement) -> Set<DietaryCondition> {
    let asked = statement.conditions.mentioned.filter(\.isMedical).subtracting(statement.conditions.removed)
    return (conditions ?? []).union(asked)
  }
}
