import Bytes
import HealthModels
package import JSONCodec
import Nutrition

/// The JSON of a food in API responses.
package enum FoodJSON {
  /// All members, with values rounded to hundredths.
  package static func food(_ food: FoodDetails) -> JSONValue {
    let facts = food.facts
    var members: [String: JSONValue] = [
      "id": .string(food.id), "food_id": .string(food.id), "source": .string(food.origin.rawValue),
      "name": .string(facts.name), "food_name": .string(facts.name), "brand": .string(facts.brand),
      "category": .string(facts.category), "food_type": .string(facts.kind.rawValue),
      "aliases": .array(food.aliases.map(JSONValue.string)), "reference": .string(food.reference),
      "attribution": .string(food.attribution),
      "can_be_edited": .bool(food.origin == .own), "per_grams": 100,
      "density": .optional(facts.density), "measures": .array(measures(facts)), "serving": serving(facts),
      "serving_grams": .number(hundredths(facts.servingGrams)),
      "serving_unit": .string(facts.servingMeasure?.rawValue ?? "g"),
    ]
    members.merge(nutrients(facts.per100Grams)) { $1 }
    if let created = food.created, let updated = food.updated {
      members["created_at"] = .string(Timestamp(milliseconds: created).rfc3339)
      members["updated_at"] = .string(Timestamp(milliseconds: updated).rfc3339)
    }
    return .object(members)
  }

  private static func measures(_ facts: FoodFacts) -> [JSONValue] {
    facts.measures.sorted { $0.key.rawValue < $1.key.rawValue }.map { unit, grams in
      ["unit": .string(unit.rawValue), "grams": .number(hundredths(grams))]
    }
  }

  /// The default serving with its nutrients.
  private static func serving(_ facts: FoodFacts) -> JSONValue {
    let isMeasured = facts.servingMeasure != nil
    return .object([
      "quantity": isMeasured ? 1 : .number(hundredths(facts.servingGrams)),
      "unit": .string(facts.servingMeasure?.rawValue ?? "g"), "grams": .number(hundredths(facts.servingGrams)),
    ]).merging(nutrients(facts.per100Grams.scaled(by: facts.servingGrams / 100)))
  }

  private static func nutrients(_ nutrients: Nutrients) -> [String: JSONValue] {
    [
      "calories": .number(hundredths(nutrients.energyKilocalories)),
      "protein_g": .number(hundredths(nutrients.protein)),
      "carbs_g": .number(hundredths(nutrients.carbohydrate)), "fat_g": .number(hundredths(nutrients.fat)),
      "fiber_g": .number(hundredths(nutrients.fiber)), "sugar_g": .number(hundredths(nutrients.sugar)),
    ]
  }

  private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
