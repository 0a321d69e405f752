import TextModels

/// A condition of a user, or a rule that the user eats by, with which foods may conflict. The raw value is stored.
///
/// Rows of `dietary_conditions.tsv`:
///   condition  names (as users state it, joined by ',')  label ("you are pregnant")
package enum DietaryCondition: String, Codable, Sendable, CaseIterable {
  case pregnancy, breastfeeding, diabetes, gout, kidney, grapefruit, fodmap
  case vegan, vegetarian, pescatarian, jain, halal, kosher
  case porkFree = "pork_free"

  /// The condition as a clause about the user: "you are pregnant".
  package var label: String { Self.rows.first { $0[0] == rawValue }?[2] ?? rawValue }

  /// Whether a conflict concerns the health of anyone in this condition, so that a question about it is warned of as well.
  var isMedical: Bool { [.pregnancy, .breastfeeding, .diabetes, .gout, .kidney, .grapefruit].contains(self) }

  static let names = rows.map { ($0[0], $0[1].items) }

  private static let rows = CoachTable.dietaryConditions.rows(3)
}

/// An allergen, or a rule of a condition, with the foods that do not go with it.
///
/// Rows of `allergens.tsv`:
///   key  names (as users state the allergy)  foods  exceptions (foods that only sound like it), each joined by ','
/// Rows of `dietary_conflicts.tsv`, where `@milk` stands for the names and foods of the allergen `milk`, and
/// `@vegetarian/meat` for the foods of another rule, which must not include a third one:
///   condition  rule  foods  exceptions  reason  source
struct Restriction: Sendable {
  /// A key of `allergens.tsv`, or condition and rule: `pregnancy/raw`.
  var key: String
  /// nil for an allergen.
  var condition: DietaryCondition?
  var names: [String] = []
  var foods: [String]
  var exceptions: [String]
  /// A clause that follows the names of the foods and a colon.
  var reason = ""

  static let allergens = CoachTable.allergens.rows(4).map { row in
    Restriction(key: row[0], names: row[1].items, foods: row[1].items + row[2].items, exceptions: row[3].items)
  }

  static let ofConditions: [Restriction] = {
    let rows = CoachTable.dietaryConflicts.rows(6)
    let rules = rows.map { Restriction(key: $0[0] + "/" + $0[1], foods: $0[2].items, exceptions: $0[3].items) }
    let known = Dictionary((allergens + rules).map { ("@" + $0.key, $0) }) { $1 }
    return rows.compactMap { row in
      guard let condition = DietaryCondition(rawValue: row[0]) else { return nil }
      return Restriction(
        key: row[0] + "/" + row[1], condition: condition, foods: row[2].items.flatMap { known[$0]?.foods ?? [$0] },
        exceptions: row[3].items + row[2].items.flatMap { known[$0]?.exceptions ?? [] }, reason: row[4])
    }
  }()

  static func keys(of conditions: Set<DietaryCondition>) -> Set<String> {
    Set(ofConditions.lazy.filter { $0.condition.map(conditions.contains) ?? false }.map(\.key))
  }
}

/// The form in which names of foods are compared.
enum FoodPhrase {
  static func words(_ name: String) -> [String] { name.items(" ").map(singular) }

  static func phrase(_ name: String) -> Phrase {
    let endsOpen = name.hasSuffix("*")
    return Phrase(words(endsOpen ? String(name.dropLast()) : name), endsOpen: endsOpen)
  }

  /// Returns the singular ("anchovies": "anchovy"), in which words of the table and of messages are compared.
  static func singular(_ word: String) -> String { EnglishNoun.singular(word) { WordList.endingInIE.contains(word) } }
}
