extension MeasureUnit {
  /// Units that are written as two words.
  static let pairs: [String: MeasureUnit] = [
    "fl oz": .fluidOunce, "fluid oz": .fluidOunce, "fluid ounce": .fluidOunce, "fluid ounces": .fluidOunce,
    "fl ounce": .fluidOunce, "fl ounces": .fluidOunce, "table spoon": .tablespoon, "table spoons": .tablespoon,
    "tea spoon": .teaspoon, "tea spoons": .teaspoon, "dessert spoon": .dessertspoon, "dessert spoons": .dessertspoon,
    "soup spoon": .tablespoon, "soup spoons": .tablespoon,
    "bite size": .mini, "bite sized": .mini, "fun size": .fun, "fun sized": .fun, "juice box": .box,
    "juice boxes": .box, "snack size": .mini,
    "snack sized": .mini, "snack cup": .container, "snack cups": .container, "foot long": .large, "king size": .xlarge,
    "king sized": .xlarge, "child size": .child, "child sized": .child,
    "kids size": .child, "personal size": .personal, "personal sized": .personal, "extra large": .xlarge,
    "small sized": .small, "medium sized": .medium, "regular sized": .medium, "large sized": .large,
  ]
}
