import HealthModels
import Testing

@testable import Coach

@Suite struct EnergyNeedsTests {
  @Test(arguments: [
    (BodyProfile.Sex.female, 34, 168.0, 70.0, BodyProfile.Activity.moderate, 1419.0, 2199.0),
    (.male, 30, 180, 80, .active, 1780, 3070.5), (.male, 41, 180.3, 81.6, .sedentary, 1742.9, 2091.4),
  ])
  func followsMifflinAndStJeor(
    _ sex: BodyProfile.Sex, _ age: Int, _ height: Double, _ weight: Double, _ activity: BodyProfile.Activity,
    _ rest: Double,
    _ day: Double
  ) throws {
    let needs = try #require(EnergyNeeds(body(sex, age, height, weight, activity, .maintain)))
    #expect(abs(needs.atRest - rest) < 1)
    #expect(abs(needs.aDay - day) < 1.5)
    #expect(needs.target == needs.aDay)
  }

  @Test func setsTheTargetByTheGoal() throws {
    let keep = try #require(EnergyNeeds(body(.male, 30, 180, 80, .moderate, .maintain)))
    #expect(EnergyNeeds(body(.male, 30, 180, 80, .moderate, .lose))?.target == keep.aDay - 500)
    #expect(EnergyNeeds(body(.male, 30, 180, 80, .moderate, .gain))?.target == keep.aDay + 300)
  }

  @Test func neverRecommendsLessThanIsSafeWithoutSupervision() throws {
    let needs = try #require(EnergyNeeds(body(.female, 70, 150, 45, .sedentary, .lose)))
    #expect(needs.target == 1200)
    #expect(needs.advice == "raised")
  }

  @Test func needsEachOfItsFacts() {
    var all = Facts()
    all.body = body(.female, 30, 160, 60, .light, .lose)
    for name in FactName.ofEnergyNeeds where name != .goal { #expect(EnergyNeeds(all.without([name]).body) == nil) }
    #expect(EnergyNeeds(all.without([.goal]).body) != nil)
  }

  private func body(
    _ sex: BodyProfile.Sex, _ age: Int, _ height: Double, _ weight: Double, _ activity: BodyProfile.Activity,
    _ goal: BodyProfile.Goal
  ) -> BodyProfile {
    var body = BodyProfile()
    body.sex = sex
    body.age = age
    body.heightCentimetres = height
    body.weightKilograms = weight
    body.activity = activity
    body.goal = goal
    return body
  }
}
