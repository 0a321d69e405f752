/// The answer to "shopping list".
enum ShoppingList {
  static func text(_ dialogue: inout Dialogue) -> String {
    guard let items = dialogue.state.planItems, !items.isEmpty else {
      return "I have no plan at hand to make a list from. Shall I make you a meal plan first?"
    }
    let lines = items.sorted { $0.key < $1.key }.map { food, grams in
      let amount =
        grams >= 1000 ? "\(TextFormat.number((grams / 100).rounded() / 10)) kg of" : "\(TextFormat.grams(grams)) of"
      return "- \(amount) \(food.lowercased())\n"
    }
    return "Your shopping list:\n" + lines.joined()
      + "Weights are as eaten; buy a little more of what you peel or cook."
  }
}
