/// The units of mass of a manual item, in the spellings of the clients.
enum MassUnit {
  /// Returns the grams of one unit; nil if the text is no unit of mass, such as "piece" or "ml".
  static func grams(of unit: String) -> Double? {
    let name = unit.lowercased().split { $0.isWhitespace || $0 == "." }
    return name.count == 1 ? weights[String(name[0])] : nil
  }

  private static let weights: [String: Double] = [
    (0.001, ["mg", "milligram", "milligrams"]), (1, ["g", "gr", "gram", "grams", "gramme", "grammes"]),
    (1000, ["kg", "kilo", "kilos", "kilogram", "kilograms", "kilogramme", "kilogrammes"]),
    (28.349523125, ["oz", "ounce", "ounces"]), (453.59237, ["lb", "lbs", "pound", "pounds"]),
  ].reduce(into: [:]) { weights, unit in
    for name in unit.1 { weights[name] = unit.0 }
  }
}
