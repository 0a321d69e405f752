import Bytes
import TextModels

/// Omelettes and scrambled eggs, which are counted by their eggs: "a 3 egg omelette".
enum EggDish {
  /// Grams of a large egg, beaten and fried.
  private static let eggGrams = 61.0
  /// Largest weight of a piece of the food that is one egg with its fillings.
  private static let maxEggGrams = 110.0

  /// The portion for a number of eggs; nil if the words of the label name no eggs or the food is no such dish.
  static func portion(
    _ food: Food, _ quantity: Quantity?, _ unit: MeasureUnit?, _ size: MeasureUnit?, label: String
  ) -> Portion? {
    guard unit == nil, ByteSearch.contains(Array(label.utf8), "egg"), Dish(food).isEggDish else { return nil }
    // "A scrambled egg" is one, "scrambled eggs" are a serving.
    let one = label.contains("scrambled egg") && !label.contains("eggs") ? 1.0 : nil
    guard let count = quantity.flatMap({ $0.amount.isArticle ? nil : $0.amount.value }) ?? one, count >= 1
    else { return nil }
    let each = food.measures[.piece].flatMap { $0 <= maxEggGrams ? $0 : nil } ?? eggGrams
    // "3 large" of scrambled eggs are eggs; of an omelette the text would mean three omelettes.
    let counted = ByteSearch.contains(ByteSearch.folded(food.name), "egg") ? size ?? .piece : .piece
    return Portion(
      count, counted, each: min(each, PortionResolver.maxGrams / count), Confidence.ownPiece,
      notes: ["counted by the egg, \(TextFormat.decimal(each)) g"])
  }
}
