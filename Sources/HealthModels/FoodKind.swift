/// The type of an item; the raw value is the `food_type` of the API.
package enum FoodKind: String, Sendable, Hashable, CaseIterable { case food, drink, water }
