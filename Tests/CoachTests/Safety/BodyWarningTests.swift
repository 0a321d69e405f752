import HealthModels
import Testing

@testable import Coach

@Suite struct BodyWarningTests {
  @Test(
    arguments: [
      ("I'm 14", 14), ("im fourteen years old", 14), ("15f", 15), ("i am only 13", 13), ("13 y o girl", 13),
      ("for 13 weeks", nil), ("size 14", nil), ("I'm 34 years old", 34), ("14 kg", nil), ("", nil),
      ("I ran 15 km", nil), ("lose 15 pounds", nil), ("my 9 year old daughter", 9), ("a stroke ten years ago", nil),
    ] as [(String, Int?)])
  func readsAnAge(_ text: String, _ age: Int?) {
    #expect(BodyFigures(text).facts.body.age == age)
  }

  @Test(
    arguments: [
      ("I weigh 45 kg and want to weigh 42 kg", [45, 42]), ("I lost 30 kg", []), ("8 stone", [50.8]),
      ("100 lbs", [45.4]),
      ("1000 kg", []), ("200 g of rice", []),
    ] as [(String, [Double])])
  func readsEveryWeightOfAPerson(_ text: String, _ weights: [Double]) {
    #expect(BodyFigures(text).weights.map { ($0 * 10).rounded() / 10 } == weights)
  }

  @Test(
    arguments: [
      (17, 170.0, 70.0, SafetyFinding.Category.minor), (18, 170, 70, nil), (30, 170, 53.4, .underweight),
      (30, 170, 53.5, nil),
      // A height that no adult has is ignored.
      (30, 119, 20, nil),
    ] as [(Int, Double, Double, SafetyFinding.Category?)])
  func warnsOnBothSidesOfItsLimits(
    _ age: Int, _ height: Double, _ weight: Double, _ category: SafetyFinding.Category?
  ) {
    var facts = Facts()
    facts.body.age = age
    facts.body.heightCentimetres = height
    facts.body.weightKilograms = weight
    #expect(facts.warning(weights: []) == category)
  }

  @Test func considersTheTargetWeight() {
    var facts = Facts()
    facts.body.heightCentimetres = 170
    facts.body.weightKilograms = 60
    #expect(facts.warning(weights: [60, 50]) == .underweight)
    #expect(Facts().warning(weights: [40]) == nil)
  }

  @Test(
    arguments: [
      ("I'm 17 and want to lose weight", SafetyFinding.Category.minor), ("I'm 17 and want to gain", nil),
      ("I'm 170 cm and 50 kg and want to lose weight", .underweight), ("I'm 170 cm and 50 kg", nil),
    ] as [(String, SafetyFinding.Category?)])
  func warnsOnlyOfLosingWeight(_ message: String, _ category: SafetyFinding.Category?) {
    let verdict = SafetyStage(model: nil).verdict(on: message)
    #expect(verdict.finding?.category == category)
  }
}
