/// A condition of a user, or a rule that the user eats by, with which foods may conflict. The raw value is stored.
///
/// Rows of `dietary_conditions.tsv`:
///   condition  names (as users state it, joined by ',')  label ("you are pregnant")
package enum DietaryCondition: String, Codable, Sendable, CaseIterable {
  case pregnancy, breastfeeding, diabetes, gout, vegan, vegetarian, pescatarian, halal, kosher

  /// The condition as a clause about the user: "you are pregnant".
  package var label: String { Self.table[self]?.label ?? rawValue }

  /// Whether a conflict concerns the health of anyone in this condition, so that a question about it is warned of as well.
  var isMedical: Bool {
    switch self {
    case .pregnancy, .breastfeeding, .diabetes, .gout: true
    case .vegan, .vegetarian, .pescatarian, .halal, .kosher: false
    }
  }

  /// The conditions of each name, which is a list of words in the singular.
  static let names: [[String]: DietaryCondition] = table.reduce(into: [:]) { names, row in
    for name in row.value.names { names[name] = row.key }
  }

  private static let table: [DietaryCondition: (names: [[String]], label: String)] = {
    let rows = TabSeparated.rows(PackageResources.dietary_conditions_tsv, columns: 3)
    return rows.reduce(into: [:]) { table, row in
      guard let condition = DietaryCondition(rawValue: row[0]) else { return }
      table[condition] = (row[1].split(separator: ",").map(FoodPhrase.words), row[2])
    }
  }()
}

/// A rule by which foods conflict with a condition. Rows of `dietary_conflicts.tsv`:
///   condition  rule  foods  exceptions (foods that only sound like it)  reason  source
///
/// Foods and exceptions are joined by ','; `@milk` includes those of the allergen `milk`,
/// `@vegetarian/meat` those of another rule, which must not include a third one.
struct ConditionRule: Sendable {
  var condition: DietaryCondition
  /// The key of its foods in `AllergenFoods`, such as `pregnancy/raw`.
  var key: String
  var foods: String
  var exceptions: String
  /// The allergens whose foods it has.
  var allergens: Set<String>
  /// A clause that follows the names of the foods and a colon.
  var reason: String
  var source: String

  static let all: [ConditionRule] = {
    let rows = TabSeparated.rows(PackageResources.dietary_conflicts_tsv, columns: 6)
    let allergens = TabSeparated.rows(PackageResources.allergens_tsv, columns: 4)
    let included = Dictionary(
      allergens.map { ("@" + $0[0], (foods: $0[1] + "," + $0[2], exceptions: $0[3])) }
        + rows.map { ("@" + $0[0] + "/" + $0[1], (foods: $0[2], exceptions: $0[3])) },
      uniquingKeysWith: { $1 })
    return rows.compactMap { row in
      guard let condition = DietaryCondition(rawValue: row[0]) else { return nil }
      let names = row[2].split(separator: ",").map(String.init)
      let more = names.compactMap { included[$0]?.exceptions }.filter { !$0.isEmpty }
      return ConditionRule(
        condition: condition, key: row[0] + "/" + row[1],
        foods: names.map { included[$0]?.foods ?? $0 }.joined(separator: ","),
        exceptions: ([row[3]] + more).filter { !$0.isEmpty }.joined(separator: ","),
        allergens: Set(names.lazy.filter { $0.hasPrefix("@") }.map { String($0.dropFirst()) }), reason: row[4],
        source: row[5])
    }
  }()

  static let byKey: [String: ConditionRule] = Dictionary(all.map { ($0.key, $0) }) { $1 }

  /// Returns the keys of the rules that have the foods of one of these allergens.
  static func keys(with allergens: [String]) -> [String] {
    all.filter { !$0.allergens.isDisjoint(with: allergens) }.map(\.key)
  }

  /// Returns the keys of the rules of some conditions.
  static func keys(of conditions: Set<DietaryCondition>) -> Set<String> {
    conditions.isEmpty ? [] : Set(all.lazy.filter { conditions.contains($0.condition) }.map(\.key))
  }
}
