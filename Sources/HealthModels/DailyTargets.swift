/// The daily targets of a user.
package struct DailyTargets: Equatable, Sendable {
  /// kcal.
  package var energy: Double
  /// g of protein.
  package var protein: Double

  /// Creates the stated targets, or else those of the formula; nil if neither is known.
  package init?(_ body: BodyProfile) {
    let needs = EnergyNeeds(body)
    guard let energy = body.energyTarget ?? needs?.target, energy > 0 else { return nil }
    self.energy = energy
    // Without a weight: 20 % of the energy, within the acceptable range of the Institute of Medicine (2005).
    protein = body.proteinTarget ?? needs?.protein ?? energy * 0.2 / 4
  }
}
