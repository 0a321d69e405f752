import HealthModels
import Nutrition

/// The nutrients of FoodData Central that are imported; the raw value is the index in `FoodDraft.amounts`.
enum FDCNutrient: Int, CaseIterable {
  case energy, energySpecific, energyGeneral, energyKilojoules
  case protein, fat, fatLabel, carbohydrate, carbohydrateSum, fiber, fiberNew, sugar, sugarLabel, alcohol

  static let count = allCases.count

  /// - Parameter id: `nutrient.id`, or the number (`nutrient_nbr`, below 1000), which some editions have instead.
  init?(id: Int64) {
    switch id {
    case 1008, 208: self = .energy
    case 2048, 958: self = .energySpecific
    case 2047, 957: self = .energyGeneral
    case 1062, 268: self = .energyKilojoules
    case 1003, 203: self = .protein
    case 1004, 204: self = .fat
    case 1085, 298: self = .fatLabel
    case 1005, 205: self = .carbohydrate
    case 1050: self = .carbohydrateSum
    case 1079, 291: self = .fiber
    case 2033: self = .fiberNew
    case 2000, 269: self = .sugar
    case 1063: self = .sugarLabel
    case 1018, 221: self = .alcohol
    default: return nil
    }
  }

  /// - Parameter label: the key in `labelNutrients` of branded foods, whose amounts are for one serving.
  init?(label: String) {
    switch label {
    case "calories": self = .energy
    case "protein": self = .protein
    case "fat": self = .fat
    case "carbohydrates": self = .carbohydrate
    case "fiber": self = .fiber
    case "sugars": self = .sugar
    default: return nil
    }
  }

  /// The nutrients of 100 g; nil if the energy is neither given nor can be computed by the Atwater factors.
  static func nutrients(_ amounts: [Float]) -> Nutrients? {
    func first(_ nutrients: FDCNutrient...) -> Double? {
      nutrients.lazy.map { amounts[$0.rawValue] }.first { $0.isFinite && $0 >= 0 }
        .map { (Double($0) * 1000).rounded() / 1000 }
    }
    let protein = first(.protein)
    let fat = first(.fat, .fatLabel)
    let carbohydrate = first(.carbohydrate, .carbohydrateSum)
    var energy =
      first(.energy, .energySpecific, .energyGeneral)
      ?? first(.energyKilojoules).map { ($0 / 4.184 * 10).rounded() / 10 }
    if energy == nil, let protein, let fat, let carbohydrate {
      energy = ((4 * (protein + carbohydrate) + 9 * fat + 7 * (first(.alcohol) ?? 0)) * 10).rounded() / 10
    }
    guard let energy else { return nil }
    let total = carbohydrate ?? 0
    return Nutrients(
      energyKilocalories: energy, protein: protein ?? 0, carbohydrate: total, fat: fat ?? 0,
      fiber: first(.fiber, .fiberNew) ?? 0, sugar: min(first(.sugar, .sugarLabel) ?? 0, total))
  }
}
