/// The score of an interpretation is the sum of these weights over its clauses. The search prefers the highest sum.
///
/// The unit is a bit: a name adds the information of its words (`NameCoverage`), and a weight of 4 is a chance of 16
/// to 1. `hearth parse --explain` prints the sums.
enum Weight {
  /// A clause with a food that is an item of its own.
  static let item: Float = -6
  /// Such a clause after "made with", "filled with" or "from".
  static let described: Float = -6
  /// Each further food of the same clause ("2 eggs bacon toast").
  static let further: Float = -12
  /// Share of the weight of a head noun that the name of an item lacks.
  static let skipped: Float = -1
  /// A clause whose words the name of the dish has.
  static let named: Float = 6
  /// A clause that names what the dish includes: by the connector, by its nature, or in a list.
  static let included: Float = 4
  /// The same food again, without an amount.
  static let repeated: Float = 4
  /// A clause that completes, corrects or reduces the food before it.
  static let completed: Float = 4
  /// A clause without a known food.
  static let unknown: Float = -4
  /// A dish that is counted by its quantified parts.
  static let counted: Float = 2

  /// Share of the weight of a word that a longer name lacks and the plain name of the clause has.
  static let lost: Float = 0.5
  /// Share of the weight of the words for the bread of a sandwich.
  static let bread: Float = 0.25
}
