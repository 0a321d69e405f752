/// The allergies and conditions that a message states.
package struct HealthStatement: Sendable, Equatable {
  /// The allergies and intolerances.
  package var allergies: AllergyStatement
  /// The dietary conditions.
  package var conditions: ConditionStatement

  /// Reads the statement of a message.
  package init(_ message: String) { self.init(FoodText(message)) }

  init(_ text: FoodText) {
    allergies = AllergyStatement(text)
    conditions = ConditionStatement(text)
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

  private static let maxNames = 20

  /// Whether the message states nothing about conditions.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  init(_ text: FoodText) {
    let named = text.words.indices.lazy.compactMap { index in
      text.longest(DietaryCondition.names, at: index).map { (index: index, condition: $0.0, end: index + $0.length) }
    }
    for (index, condition, end) in named.prefix(Self.maxNames) {
      mentioned.insert(condition)
      let before = text.before(index, 6)
      if Self.isDenied(before) || text.words[end...].prefix(2).contains("anymore") {
        removed.insert(condition)
      } else if Self.isStated(condition, before) || Self.isAlone(text.words, end - index) {
        added.insert(condition)
      }
    }
    removed.subtract(added)
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

extension Facts {
  static let maxStated = 40

  /// The keys of all allergies that cause warnings. Without a statement these are the excluded foods, because earlier
  /// versions stored allergies only there.
  var warned: Set<String> { statedAllergies ?? Set((allergies ?? []).map(\.rawValue)) }

  var excludedFoods: [String] { Set((allergies ?? []).map(\.rawValue)).union(statedAllergies ?? []).sorted() }

  /// The known allergies in alphabetical order.
  package var knownAllergies: [String] { warned.sorted() }

  /// Separates allergies from foods that a plan excludes ("no nuts"). Call it before every turn.
  package mutating func separateAllergies() { statedAllergies = warned }

  /// Applies what a message states about allergies and conditions.
  package mutating func apply(_ statement: HealthStatement) {
    apply(statement.allergies)
    guard !statement.conditions.isEmpty else { return }
    conditions = (conditions ?? []).subtracting(statement.conditions.removed).union(statement.conditions.added)
  }

  /// Applies what a message states about allergies.
  package mutating func apply(_ statement: AllergyStatement) {
    guard !statement.isEmpty else { return }
    var stated = statement.clearsAll ? [] : warned
    stated.subtract(statement.removed)
    // "Not allergic to nuts any more, but to eggs": added allergies have precedence.
    stated.formUnion(statement.added)
    statedAllergies = Set(stated.sorted().prefix(Self.maxStated))
    if statement.clearsAll { allergies = [] }
    allergies?.subtract(statement.removed.compactMap(Allergen.init(rawValue:)))
    let added = statement.added.compactMap(Allergen.init(rawValue:))
    if !added.isEmpty { allergies = (allergies ?? []).union(added) }
  }

  /// The conditions whose conflicts a message is checked for: those of the user, and medical ones that it asks about.
  func conditions(in statement: HealthStatement) -> Set<DietaryCondition> {
    let asked = statement.conditions.mentioned.filter(\.isMedical).subtracting(statement.conditions.removed)
    return (conditions ?? []).union(asked)
  }
}
