/// The dietary conditions that a message states, retracts or names.
package struct ConditionStatement: Sendable, Equatable {
  /// The conditions of the user, or of someone whom the user writes about.
  package private(set) var added: Set<DietaryCondition> = []
  /// The conditions that the user does not have, or no longer.
  package private(set) var removed: Set<DietaryCondition> = []
  /// Every condition that the message names, in a question or in "a halal plan" for example.
  package private(set) var mentioned: Set<DietaryCondition> = []

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
      mentioned.insert(condition)
      let sentence = text.words[index].sentence
      let before = words[..<index].indices.suffix(6).filter { text.words[$0].sentence == sentence }.map { words[$0] }
      if Self.isDenied(before) || words[(index + length)...].prefix(2).contains("anymore") {
        removed.insert(condition)
      } else if Self.isStated(condition, before) || Self.isAlone(words, length) {
        added.insert(condition)
      }
    }
    removed.subtract(added)
  }

  private static func name(_ words: [String], _ index: Int) -> (DietaryCondition, Int)? {
    for length in [2, 1] where index + length <= words.count {
      if let condition = DietaryCondition.names[Array(words[index..<index + length])] { return (condition, length) }
    }
    return nil
  }

  /// Reads "I'm not pregnant" and "I stopped being vegan".
  private static func isDenied(_ before: [String]) -> Bool {
    !before.contains("diagnosed") && before.suffix(4).contains { WordList.denials.contains($0) }
  }

  /// Whether a verb that states a condition precedes its name: "I'm 20 weeks pregnant", "we keep kosher", "as a vegan".
  private static func isStated(_ condition: DietaryCondition, _ before: [String]) -> Bool {
    guard let last = before.last(where: { !WordList.conditionFillers.contains($0) && Double($0) == nil }) else {
      return false
    }
    if last == "is" || last == "are" {
      return !WordList.relatives.words.isDisjoint(with: before) || before.first == "we"
    }
    return WordList.conditionVerbs.contains(last)
      || condition.isMedical && WordList.possessing.contains(last) && !WordList.conditionQuestions.contains(before[0])
  }

  /// Whether the message is no more than the name: "vegan here".
  private static func isAlone(_ words: [String], _ length: Int) -> Bool {
    words.count <= length + 2 && words.count { !WordList.conditionAdditions.contains($0) } == length
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
