/// The allergies and conditions that a message states.
package struct HealthStatement: Sendable, Equatable {
  private static let maxNames = 20

  /// The allergies and intolerances: keys of `allergens.tsv` and names of other foods.
  package private(set) var allergies = Statement<String>()
  /// The dietary conditions, of the user or, if they are medical, of someone of the family.
  package private(set) var conditions = Statement<DietaryCondition>()
  /// The diets of other persons: "my wife is vegan".
  package private(set) var dietsOfOthers: Set<DietaryCondition> = []
  /// The indices of the words of the statement, which do not name a food to eat.
  private(set) var positions: Set<Int> = []

  /// Reads the statement of a message.
  package init(_ message: String) { self.init(FoodText(message)) }

  /// - Parameter known: the facts of earlier messages. "Can my son have eggs?" states nothing new if eggs are known.
  init(_ text: FoodText, known: Facts = Facts()) {
    guard let model = StatementModel.shared else { return }
    // "Remember that I'm allergic to eggs" is a statement all the same.
    let known = text.has(.allergyTriggers) ? Facts() : known
    let namesOfOthers = text.whole.names.filter(text.isOfOther).flatMap(\.keys)
    dietsOfOthers = Set(namesOfOthers.compactMap(DietaryCondition.init(rawValue:)).filter { !$0.isMedical })
    let clauses = text.clauses.map { (part: $0, subject: model.subject($0, of: text)) }
    if clauses.contains(where: { $0.subject != nil && !$0.part.names.isEmpty }) {
      for clause in clauses { add(clause.part.names, clause.subject, known) }
    } else {
      // "Peanuts? I swell up."
      let subject = model.subject(text.whole, of: text)
      add(text.whole.names, subject, known)
      allergies.clearsAll = subject == .denied && isEmpty && text.has(.allergyTriggers)
    }
    if conditions.added.contains(.vegetarian), text.has(.eatsFish) {
      conditions.added.remove(.vegetarian)
      conditions.added.insert(.pescatarian)
    }
    conditions.mentioned.formUnion(conditions.added.union(dietsOfOthers))
    conditions.removed.subtract(conditions.added)
    allergies.removed.subtract(allergies.added)
  }

  private mutating func add(_ names: [FoodText.Name], _ subject: StatementModel.Subject?, _ known: Facts) {
    for name in names where allergies.added.count < Self.maxNames {
      let named = Set(name.keys.compactMap(DietaryCondition.init(rawValue:)))
      let foods = Set(name.keys.filter { DietaryCondition(rawValue: $0) == nil })
      switch subject {
      case .own:
        allergies.added.formUnion(foods)
        conditions.added.formUnion(named.subtracting(dietsOfOthers))
      case .denied:
        allergies.removed.formUnion(foods)
        conditions.removed.formUnion(named)
      case .other, nil:
        conditions.mentioned.formUnion(named)
      }
      let isNew = foods.isDisjoint(with: known.warned) && named.isDisjoint(with: known.conditions ?? [])
      if subject == .denied || subject == .own && isNew { positions.formUnion(name.range) }
    }
  }

  /// Whether the message states neither.
  package var isEmpty: Bool { allergies.isEmpty && conditions.isEmpty && dietsOfOthers.isEmpty }
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

  /// Whether the message states nothing.
  package var isEmpty: Bool { added.isEmpty && removed.isEmpty && !clearsAll }
}

extension Facts {
  static let maxStated = 40

  /// The keys of all allergies that cause warnings; if none was stated the excluded foods, as in earlier versions.
  package var warned: Set<String> { self.statedAllergies ?? Set((self.allergies ?? []).map(\.rawValue)) }

  var excludedFoods: [String] {
    Set((self.allergies ?? []).map(\.rawValue)).union(self.statedAllergies ?? [])
      .map { Wording.find("excluded." + $0) ?? $0 }.sorted()
  }

  /// Separates allergies from foods that a plan excludes ("no nuts"). Call it before every turn.
  package mutating func separateAllergies() { self.statedAllergies = warned }

  /// Applies what a message states about allergies and conditions.
  package mutating func apply(_ statement: HealthStatement) {
    let others = statement.dietsOfOthers
    if !others.isEmpty { self.dietsOfOthers = (self.dietsOfOthers ?? []).union(others) }
    let conditions = statement.conditions
    if !conditions.isEmpty {
      self.conditions = (self.conditions ?? []).subtracting(conditions.removed).union(conditions.added)
    }
    let allergies = statement.allergies
    guard !allergies.isEmpty else { return }
    let kept = allergies.clearsAll ? [] : warned.subtracting(allergies.removed)
    // "Not allergic to nuts any more, but to eggs": added allergies have precedence.
    self.statedAllergies = Set(kept.union(allergies.added).sorted().prefix(Self.maxStated))
    if allergies.clearsAll { self.allergies = [] }
    self.allergies?.subtract(allergies.removed.compactMap(Allergen.init(rawValue:)))
    let added = allergies.added.compactMap(Allergen.init(rawValue:))
    if !added.isEmpty { self.allergies = (self.allergies ?? []).union(added) }
  }
}
