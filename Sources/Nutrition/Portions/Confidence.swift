/// The probability that an item is right, by the way it was read: the food that was meant, within 20 % of its weight.
///
/// The values were measured (`docs/decisions/0031-confidence-is-measured.md`). The confidence of an item is the
/// probability of its weight times that of its food.
enum Confidence {
  /// A weight in the text; a cup or a slice, and a size, for which the food has a gram weight.
  static let (weight, ownMeasure, ownSize) = (0.99, 0.98, 0.94)
  /// A bottle, which is sold in several sizes; pieces of a food with a gram weight for one; a chicken, a pizza, a loaf.
  static let (bottle, ownPiece, whole) = (0.8, 0.81, 0.6)
  /// A volume of a drink or of a food with a known density, and litres of a food that may be loose or dense.
  static let (volume, volumeByGuess) = (0.92, 0.42)
  /// A glass or a handful of a food without a gram weight for it, and a similar measure: a bar instead of a stick.
  static let (vessel, nearMeasure) = (0.74, 0.62)
  /// A count of a food that is sold in slices or bars rather than pieces, and of one without pieces ("two coffees").
  static let (otherPiece, countedServing) = (0.38, 0.52)
  /// The default serving, for a unit without a known weight, at the request of the text, and for lack of an amount.
  static let (servingForUnit, usualServing, assumedServing) = (0.3, 0.42, 0.42)
  /// Factors for a food that may only be part of another, and for one without an amount among others that have one.
  static let (besideAnother, amongQuantified) = (0.35, 0.12)

  /// The probability that the matched food is the one that was meant.
  ///
  /// - Parameters:
  ///   - unmatched: number of words of the segment that may specify another food.
  ///   - descriptors: number of words like "crispy" that were ignored.
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
