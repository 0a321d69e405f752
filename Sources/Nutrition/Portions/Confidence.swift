/// The probability that an item is right, by the way it was read: the food that was meant, within 20 % of its weight.
///
/// The values were measured (`docs/decisions/0031-confidence-is-measured.md`). The confidence of an item is the
/// probability of its weight times that of its food.
enum Confidence {
  /// A weight in the text.
  static let weight = 0.99
  /// A cup or a slice for which the food has a gram weight.
  static let ownMeasure = 0.98
  /// A bottle, which is sold in several sizes.
  static let bottle = 0.8
  /// A size for which the food has a gram weight.
  static let ownSize = 0.94
  /// Pieces of a food with a gram weight for one, and "apple, large", without a count.
  static let ownPiece = 0.81
  /// A chicken, a pizza, a loaf.
  static let whole = 0.6
  /// A volume of a drink, and of a food with a known density or a gram weight for another volume.
  static let volume = 0.92
  /// Litres of a food that may be loose or dense.
  static let volumeByGuess = 0.42
  /// A glass or a handful of a food without a gram weight for it.
  static let vessel = 0.74
  /// A similar measure of the food: a bar instead of a stick.
  static let nearMeasure = 0.62
  /// A count of a food that is sold in slices or bars rather than pieces.
  static let otherPiece = 0.38
  /// A count of a food without pieces, and "two coffees".
  static let countedServing = 0.52
  /// A unit without a known weight ("a bag of apples").
  static let servingForUnit = 0.3
  /// The default serving, requested by the text ("a serving of apples").
  static let usualServing = 0.42
  /// The default serving, for lack of an amount.
  static let assumedServing = 0.42

  /// Factor for a food that accompanies another and may only be part of it ("with vegetables").
  static let besideAnother = 0.35
  /// Factor for a food without an amount in a text that has amounts for others.
  static let amongQuantified = 0.12

  /// The probability that the matched food is the one that was meant.
  ///
  /// - Parameters:
  ///   - unmatched: number of words of the segment that may specify another food.
  ///   - descriptors: number of words like "crispy" that were ignored.
  ///   - weight: the confidence of the weight.
  static func ofFood(_ match: FoodMatch, unmatched: Int, descriptors: Int, weight: Double) -> Double {
    if match.isGeneric { return 0.35 }
    var share = match.words > 1 ? 0.96 : 0.94
    if descriptors > 0 { share *= 0.96 }
    if !match.corrections.isEmpty { share *= 0.97 }
    // The wrong one of two adjacent names may have been chosen, as if one were unknown. Unknown words change an
    // estimated weight more than one that the text gives.
    let doubts = min(2, unmatched + (match.isLoose ? 1 : 0))
    return share * (weight > 0.87 ? [1, 0.94, 0.92] : [1, 0.6, 0.55])[doubts]
  }

  /// Factor for a range or "a few", of which the middle is used.
  static let vagueAmount = 0.95

  /// In hundredths, 0.1...0.97.
  static func rounded(_ share: Double) -> Double { (min(max(share, 0.1), 0.97) * 100).rounded() / 100 }
}
