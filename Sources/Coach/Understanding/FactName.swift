import HealthModels
import TextModels

/// A fact about a user, in the order in which they are named. The raw value is stored, and ends keys of `wording.tsv`.
package enum FactName: String, Codable, Sendable, CaseIterable {
  case age, sex, height, weight
  case goalWeight = "goal_weight"
  case activity, diet, allergies, dislikes
  case energyTarget = "energy_target"
  case proteinTarget = "protein_target"
  case goal
  case trainingGoal = "training_goal"
  case trainingDays = "training_days"
  case equipment, focus
  /// The kind of a plan, which is asked for but not kept.
  case planKind = "plan_kind"

  /// The question for the fact. At most one question is open at a time.
  var question: String { Wording.text("question." + rawValue) }

  /// The answer to "why do you ask?".
  var reason: String { Wording.text("reason." + rawValue) }

  /// The name for the user.
  var text: String { rawValue.replacing("_", with: " ") }

  /// The facts of the energy formula, in the order of the questions.
  static let ofEnergyNeeds: [FactName] = [.sex, .age, .height, .weight, .activity, .goal]

  /// Whether the answer is a fact of the energy formula, or the weight that it leads to.
  var isOfEnergyNeeds: Bool { Self.ofEnergyNeeds.contains(self) || self == .goalWeight }

  /// All facts but the allergies, which only a denial ends.
  static let forgettable = Set(allCases).subtracting([.allergies])

  /// Returns the facts that a message names.
  static func named(in utterance: Utterance) -> Set<FactName> {
    var facts = Set(utterance.values(.forgettable).compactMap(FactName.init(rawValue:)))
    // "Goal weight" is not the weight.
    if facts.contains(.goalWeight) { facts.subtract([.weight, .goal]) }
    if facts.contains(.energyTarget) { facts.remove(.goal) }
    return facts
  }

  /// The facts that belong to others and are forgotten with them.
  fileprivate static let parts: [FactName: FactName] = [
    .goal: .goalWeight, .energyTarget: .proteinTarget, .trainingDays: .trainingGoal,
  ]

  fileprivate struct Access: Sendable {
    let value: @Sendable (Facts) -> Any?
    let copy: @Sendable (_ from: Facts, inout Facts) -> Void

    init<Value>(_ path: any WritableKeyPath<Facts, Value?> & Sendable) {
      value = { $0[keyPath: path] }
      copy = { $1[keyPath: path] = $0[keyPath: path] }
    }
  }

  /// Without the facts that are not kept, or not forgotten.
  fileprivate static let access: [FactName: Access] = [
    .age: Access(\.body.age), .sex: Access(\.body.sex), .height: Access(\.body.heightCentimetres),
    .weight: Access(\.body.weightKilograms), .goalWeight: Access(\.preferences.goalWeightKilograms),
    .activity: Access(\.body.activity), .diet: Access(\.preferences.diet),
    .dislikes: Access(\.preferences.dislikes), .energyTarget: Access(\.body.energyTarget),
    .proteinTarget: Access(\.body.proteinTarget), .goal: Access(\.body.goal),
    .trainingGoal: Access(\.preferences.trainingGoal), .trainingDays: Access(\.preferences.trainingDays),
    .equipment: Access(\.preferences.equipment), .focus: Access(\.preferences.focus),
  ]
}

extension Facts {
  var isMinor: Bool { body.age.map { $0 < 18 } ?? false }

  func knows(_ name: FactName) -> Bool { FactName.access[name]?.value(self) != nil }

  /// Returns these facts with every fact that `newer` has.
  package func updated(by newer: Facts) -> Facts {
    var facts = self
    for name in FactName.allCases where newer.knows(name) { FactName.access[name]?.copy(newer, &facts) }
    facts.statedAllergies = newer.statedAllergies ?? self.statedAllergies
    facts.conditions = newer.conditions ?? self.conditions
    facts.dietsOfOthers = newer.dietsOfOthers ?? self.dietsOfOthers
    // "no nuts" and later "no milk" both hold; "no allergies" is the empty set.
    if let more = newer.allergies { facts.allergies = more.isEmpty ? [] : (self.allergies ?? []).union(more) }
    if let more = newer.dislikes { facts.dislikes = (self.dislikes ?? []).union(more) }
    return facts
  }

  /// Returns these facts without some of them.
  package func without(_ names: Set<FactName>) -> Facts {
    var facts = self
    let all = names.union(names.compactMap { FactName.parts[$0] })
    for name in all { FactName.access[name]?.copy(Facts(), &facts) }
    if names.contains(.diet) { (facts.conditions, facts.dietsOfOthers) = (facts.conditions?.filter(\.isMedical), nil) }
    return facts
  }

  /// The facts in words, for "Noted: …": those that have a sentence.
  func texts(_ names: Set<FactName> = FactName.forgettable) -> [String] {
    let own = FactName.allCases.compactMap { name -> String? in
      if name == .allergies, names == FactName.forgettable {
        return excludedFoods.isEmpty
          ? self.allergies.map { _ in Wording.text("fact.allergies.none") }
          : Wording.text("fact.excluded", ["foods": excludedFoods])
      }
      guard names.contains(name), let value = FactName.access[name]?.value(self) else { return nil }
      let key = "fact." + name.rawValue
      let named = (value as? Set<String>)?.filter(isNotExcluded).sorted()
      if named?.isEmpty == true { return nil }
      return Wording.find("\(key).\(value)")
        ?? Wording.find(key, ["value": named ?? value as? any WordingValue ?? "\(value)"])
    }
    guard names.contains(.diet) else { return own }
    let rules = (self.conditions ?? []).compactMap { Wording.find("fact.condition." + $0.rawValue) }.sorted()
    let others = self.dietsOfOthers?.map(\.rawValue).sorted()
    return own + rules + (others.map { [Wording.text("fact.others", ["diets": $0])] } ?? [])
  }

  /// Whether no allergy and no rule of a diet leaves a food out.
  private func isNotExcluded(_ food: String) -> Bool {
    FoodConflict.all(warned.union(Restriction.keys(of: self.conditions ?? [])), in: FoodText(food)).isEmpty
  }
}
