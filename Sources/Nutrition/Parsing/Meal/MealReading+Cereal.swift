// Milk over cereal.
import HealthModels

extension MealReading {
  /// "cornflakes with milk": half a cup of it, where how much is not said.
  mutating func withMilk(_ part: Part) -> Part {
    guard part.joint == .addition || part.joint == .next, part.amounts.isEmpty, part.words.last?.stem == "milk",
      !items.isEmpty,
      let whole = previous, mayReread(whole), let base = reader.food(of: whole), Self.isDryCereal(table[base])
    else { return part }
    var part = part
    part.amounts = [
      PartAmount(amount: Amount(value: 0.5, note: "half a cup of milk assumed"), unit: .cup, isTrailing: false)
    ]
    return part
  }

  /// What is eaten dry or with milk poured over: light for its volume, and no seasoning.
  private static func isDryCereal(_ food: Food) -> Bool {
    food.category == "grain" && food.per100Grams.energyKilocalories > 300 && food.per100Grams.carbohydrate > 45
      && food.measures[.cup].map { $0 < 123 } == true
  }
}
