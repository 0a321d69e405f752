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
      if known.warned.isDisjoint(with: foods.flatMap(\.keys)) { allergies.add(foods) }
      if !isEnglish {
        conditions.added.formUnion(text.namedConditions.subtracting(known.conditions ?? []))
        conditions.mentioned.formUnion(conditions.added)
      }
    // "My sister is pregnant, I want sushi": the classifier alone is not sure of persons.
    case .other? where WordList.otherPersons.hasAny(text.words):
      allergies.added = []
      conditions.added = []
    default: break
    }
  }

  /// Whether the message states neither.
  package var isEmpty: Bool { allergies.isEmpty && conditions.isEmpty }
}

/// The allergies or the conditions that a message states, retracts or names.
package struct Statement<Item: Hashable & Sendable>: Sendable, Equatable {
  /// The statements about the user.
  package internal(set) var added: Set<Item> = []
  /// The ones that do not apply, or no longer.
  package internal(set) var removed: Set<Item> = []
  /// The conditions that the message names, in a question or in "a halal plan" for example.
  package internal(set) var mentioned: Set<Item> = []
  /// Whether the user has none at all: "I have no allergies".
  package internal(set) var clearsAll = false
  /// The indices of the words of the statement, which do not name a food to eat.
  var positions: Set<Int> = []

  /// Whether the message states nothing.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && !clearsAll }
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
    let kept = statement.clearsAll ? [] : warned.subtracting(statement.removed)
    // "Not allergic to nuts any more, but to eggs": added allergies have precedence.
    self.statedAllergies = Set(kept.union(statement.added).sorted().prefix(Self.maxStated))
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
