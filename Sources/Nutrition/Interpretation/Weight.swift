/// The score of an interpretation is the sum of these weights over its clauses. The search prefers the highest sum.
///
/// The unit is a bit: a name adds the information of its words (`NameCoverage`), and a weight of 4 is a chance of 16
/// to 1. `hearth parse --explain` prints the sums.
enum Weight {
  /// A clause with a food that is an item of its own.
  static let item: Float = -6
  /// An item after "made with" or "from", in addition.
  static let described: Float = -6
  /// Each further food of the same clause ("2 eggs bacon toast").
  static let further: Float = -12
  /// Share of the weight of a head noun that the name of an item lacks.
  static let skipped: Float = -1
  /// A clause whose words the name of the dish has.
  static let named: Float = 6
  /// A clause that names what the dish includes: by the connector, by its nature, or in a list; one that repeats,
  /// completes, corrects or reduces the food before it; and a dish that is counted by its quantified parts.
  static let included: Float = 4

  /// Share of the weight of a word that a longer name lacks and the plain name of the clause has.
  static let lost: Float = 0.5
  /// Share of the weight of the words for the bread of a sandwich.
  static let bread: Float = 0.25
}
