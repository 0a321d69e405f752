import HealthModels
import JSONCodec
import Nutrition

/// The examples of the declarations, in the form that the encoder gives them.
enum FoodExamples {
  static let newFood: JSONValue = [
    "name": "Oat bar", "brand": "Northmill", "calories": 190, "protein_g": 4, "carbs_g": 26, "fat_g": 7.5, "fiber_g": 3,
    "sugar_g": 9, "per_grams": 45, "measures": [["unit": "bar", "grams": 45]], "serving_unit": "bar",
  ]

  static let own: JSONValue = {
    var facts = FoodFacts(
      name: "Oat bar",
      per100Grams: Nutrients(
        energyKilocalories: 422.222, protein: 8.889, carbohydrate: 57.778, fat: 16.667, fiber: 6.667, sugar: 20))
    facts.brand = "Northmill"
    facts.measures = [.bar: 45]
    facts.servingMeasure = .bar
    facts.servingGrams = 45
    return FoodJSON.food(
      FoodDetails(
        id: "dcc8a6e8-43a5-4561-94c0-8f708891da0d", origin: .own, facts: facts, aliases: [], reference: "",
        created: 1_768_478_400_000, updated: 1_768_478_400_000))
  }()
}
