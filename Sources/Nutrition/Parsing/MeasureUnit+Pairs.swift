extension MeasureUnit {
  /// Units that are written as two words.
  static let pairs: [String: MeasureUnit] = [
    "fl oz": .fluidOunce, "fluid oz": .fluidOunce, "fluid ounce": .fluidOunce, "fluid ounces": .fluidOunce,
    "fl ounce": .fluidOunce, "fl ounces": .fluidOunce, "table spoon": .tablespoon, "table spoons": .tablespoon,
    "tea spoon": .teaspoon, "tea spoons": .teaspoon, "dessert spoon": .dessertspoon, "dessert spoons": .dessertspoon,
    "soup spoon": .tablespoon, "soup spoons": .tablespoon,
  ]
}
