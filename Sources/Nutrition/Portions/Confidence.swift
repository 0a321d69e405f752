/// How often an item is right, by what it was read from: food and weight, energy within 20 %.
///
/// The shares were measured on 18,000 phrases (docs/guides/meal-parser.md): how often the weight was right for each source of it,
/// and how often the food was for each way of finding it. An item's confidence is one by the other.
enum Confidence {
  // MARK: Weight

  static let weight = 0.99
  /// A cup or a slice that the food itself has a weight for.
  static let ownMeasure = 0.96
  static let ownSize = 0.9
  /// "Apple, large": how many is not said.
  static let sizeAlone = 0.85
  /// Pieces of a food that has a weight for one.
  static let ownPiece = 0.88
  /// A chicken, a pizza, a loaf.
  static let whole = 0.6
  static let volumeByDensity = 0.92
  static let volumeByOtherVolume = 0.85
  /// Litres of a drink without a density.
  static let volumeOfWater = 0.9
  /// Litres of something that may be loose or dense.
  static let volumeByGuess = 0.55
  /// A glass or a handful of what has no weight for it.
  static let vessel = 0.78
  /// A stick that is taken for a bar.
  static let nearMeasure = 0.4
  /// A count of what comes in slices or bars rather than pieces.
  static let otherPiece = 0.45
  /// "Two coffees".
  static let countedDrink = 0.75
  /// A count of what comes in no pieces at all.
  static let countedServing = 0.8
  /// A unit that says nothing about the food ("a bag of apples").
  static let servingForUnit = 0.35
  /// "A serving of apples": the usual one.
  static let usualServing = 0.82
  /// No amount is said.
  static let assumedServing = 0.72

  /// Of a food that is only said to be with another, and may be no more than a part of it ("with vegetables").
  static let besideAnother = 0.4
  /// Of one side by side with others that have amounts.
  static let amongQuantified = 0.6

  // MARK: Food

  /// How often a food that was found so is the one that was meant.
  ///
  /// - Parameters:
  ///   - leftover: words of the part that say something else about the food.
  ///   - passedOver: words like "crispy" that were taken to say nothing.
  static func ofFood(_ match: FoodMatch, unmatched: Int, descriptors: Int) -> Double {
    if match.isGeneric { return 0.35 }
    var share = match.words > 1 ? 0.96 : 0.94
    if descriptors > 0 { share *= 0.96 }
    if !match.corrections.isEmpty { share *= 0.97 }
    // Of two names side by side one may be the wrong one, just as if it were not known.
    switch unmatched + (match.isLoose ? 1 : 0) {
    case 0: break
    case 1: share *= 0.8
    default: share *= 0.72
    }
    return share
  }

  /// A range or "a few", of which the middle was taken.
  static let vagueAmount = 0.95

  /// In hundredths, never none and never certain.
  static func rounded(_ share: Double) -> Double { (min(max(share, 0.1), 0.97) * 100).rounded() / 100 }
}
