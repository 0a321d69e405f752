import HealthModels

extension ParsedItem {
  /// Adds a sentence to the notes.
  package mutating func add(note: String) {
    notes = notes.isEmpty ? note : notes + "; " + note
  }

  /// Counts a share of the item. `factor` is positive and finite.
  mutating func scale(by factor: Double) {
    quantityValue *= factor
    grams *= factor
    nutrients = nutrients.scaled(by: factor)
    if let unit = MeasureUnit(spelling: unit) ?? MeasureUnit(rawValue: unit) {
      quantityText = unit.text(quantityValue)
    }
  }

  /// Takes over what the text itself says about nutrients; energy then follows by 4, 4 and 9 kcal a gram.
  ///
  /// Figures that cannot be in so much food are left out, with a note. Without an amount, the stated energy tells it.
  mutating func apply(_ stated: [StatedNutrient], hasAmount: Bool) {
    for nutrient in stated.prefix(5) {
      guard nutrient.value <= (nutrient.kind == .energy ? grams * 9 : grams) || !hasAmount && nutrient.value < 5000
      else {
        add(note: "\(nutrient.text) cannot be in \(Figure.text(grams.rounded())) g and is not counted")
        confidence = min(confidence, 0.4)
        continue
      }
      switch nutrient.kind {
      case .energy: state(energy: nutrient.value, hasAmount: hasAmount)
      case .protein: replace(\.protein, by: nutrient.value, kilocaloriesPerGram: 4)
      case .carbohydrate: replace(\.carbohydrate, by: nutrient.value, kilocaloriesPerGram: 4)
      case .fat: replace(\.fat, by: nutrient.value, kilocaloriesPerGram: 9)
      case .fiber: replace(\.fiber, by: nutrient.value, kilocaloriesPerGram: 0)
      }
      add(note: nutrient.text)
    }
  }

  private mutating func state(energy: Double, hasAmount: Bool) {
    let known = nutrients.energyKilocalories
    if !hasAmount, known > 0, energy > 0, energy / known < 10 { scale(by: energy / known) }
    nutrients.energyKilocalories = min(energy, grams * 9)
  }

  private mutating func replace(
    _ figure: WritableKeyPath<Nutrients, Double>, by value: Double, kilocaloriesPerGram: Double
  ) {
    let value = min(value, grams)
    let change = (value - nutrients[keyPath: figure]) * kilocaloriesPerGram
    nutrients[keyPath: figure] = value
    nutrients.energyKilocalories = min(max(nutrients.energyKilocalories + change, 0), grams * 9)
  }
}
