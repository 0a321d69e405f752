/// A figure of Open Food Facts that is imported; the raw value is its name there. The unit is grams in 100 g, or in
/// 100 ml of what is sold by volume, if nothing else is stated.
enum ProductFigure: String, CaseIterable {
  case energyKilocalories = "energy-kcal"
  case energyKilojoules = "energy-kj"
  /// Kilojoules, of products that state only one of both.
  case energy
  case protein = "proteins"
  /// The figure of the label.
  case carbohydrate = "carbohydrates"
  /// With fibre.
  case carbohydrateTotal = "carbohydrates-total"
  case fat
  case fiber
  case sugar = "sugars"
  /// Per cent of the volume.
  case alcohol

  /// The column of the CSV export, and the member of `nutriments` in the JSONL export.
  var column: String { rawValue + "_100g" }
}
