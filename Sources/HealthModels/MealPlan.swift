/// The foods of one meal, or of all meals of a day.
package struct MealPlan: Sendable, Equatable {
  /// A food with its weight.
  package struct Item: Sendable, Equatable {
    /// The meal that the food belongs to, as in `mealType`.
    package var meal: String
    /// The day of a plan of several days, from 1; nil in a plan of one day.
    package var day: Int?
    /// The name of the food in the nutrition table.
    package var food: String
    /// The weight as eaten.
    package var grams: Double
    /// The nutrients of that weight.
    package var nutrients: Nutrients

    /// Creates an item; `nutrients` are those of `grams` of the food.
    package init(meal: String, day: Int? = nil, food: String, grams: Double, nutrients: Nutrients) {
      self.meal = meal
      self.day = day
      self.food = food
      self.grams = grams
      self.nutrients = nutrients
    }
  }

  /// The title that the user sees.
  package var name: String
  /// One or two sentences below the title; may be empty.
  package var description: String
  /// `breakfast`, `lunch`, `dinner`, `snack`, `pre_workout` or `post_workout`; for a whole day the main meal.
  package var mealType: String
  /// The foods in the order in which they are shown.
  package var items: [Item]

  /// Creates a plan from its items.
  package init(name: String, description: String, mealType: String, items: [Item]) {
    self.name = name
    self.description = description
    self.mealType = mealType
    self.items = items
  }

  /// The sum of the items.
  package var total: Nutrients { items.reduce(.zero) { $0 + $1.nutrients } }
}
