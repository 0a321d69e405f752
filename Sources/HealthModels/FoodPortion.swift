/// A weight of a food that may vary within a range, so that a meal comes to its targets.
package struct FoodPortion: Sendable, Equatable {
  /// The figures of 100 g.
  package let per100Grams: Nutrients
  /// The weights that it may have, in g.
  package let range: ClosedRange<Double>
  /// Whether it is a source of protein, whose weight is fitted to the target of protein if there is one.
  package let isProtein: Bool
  /// g.
  package fileprivate(set) var grams: Double

  /// Creates a portion in the middle of its range.
  package init(per100Grams: Nutrients, range: ClosedRange<Double>, isProtein: Bool) {
    self.per100Grams = per100Grams
    self.range = range
    self.isProtein = isProtein
    grams = (range.lowerBound + range.upperBound) / 2
  }

  /// The figures of the portion.
  package var nutrients: Nutrients { per100Grams.scaled(by: grams / 100) }
}

extension [FoodPortion] {
  /// Scales the sources of protein to the protein target and the other foods to the energy target, alternately, because
  /// each changes the sum of the other. Then rounds the weights to 5 g, or 1 g for small portions.
  package mutating func scale(toEnergy energy: Double, protein: Double?) {
    for _ in 0..<30 {
      if let protein { scale(to: protein, of: \.protein, where: \.isProtein) }
      scale(to: energy, of: \.energyKilocalories) { protein == nil || !$0.isProtein }
    }
    for index in indices {
      let step = self[index].range.upperBound <= 50 ? 1.0 : 5
      self[index].grams = (self[index].grams / step).rounded() * step
    }
  }

  /// Multiplies the chosen portions so that the total reaches `target`, within the range of each food.
  private mutating func scale(
    to target: Double, of figure: KeyPath<Nutrients, Double>, where isChosen: (FoodPortion) -> Bool
  ) {
    let chosen = indices.filter { isChosen(self[$0]) }
    let part = chosen.reduce(0) { $0 + self[$1].nutrients[keyPath: figure] }
    let whole = reduce(0) { $0 + $1.nutrients[keyPath: figure] }
    guard part > 0 else { return }
    let factor = Swift.max(0, target - whole + part) / part
    for index in chosen {
      let range = self[index].range
      self[index].grams = Swift.min(Swift.max(self[index].grams * factor, range.lowerBound), range.upperBound)
    }
  }
}
