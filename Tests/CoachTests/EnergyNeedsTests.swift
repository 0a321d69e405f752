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
    let needs = try #require(EnergyNeeds(facts(sex, age, height, weight, activity, .maintain)))
    #expect(abs(needs.atRest - rest) < 1)
    #expect(abs(needs.aDay - day) < 1.5)
    #expect(needs.target == needs.aDay)
  }

  @Test func setsTheTargetByTheGoal() throws {
    let keep = try #require(EnergyNeeds(facts(.male, 30, 180, 80, .moderate, .maintain)))
    #expect(EnergyNeeds(facts(.male, 30, 180, 80, .moderate, .lose))?.target == keep.aDay - 500)
    #expect(EnergyNeeds(facts(.male, 30, 180, 80, .moderate, .gain))?.target == keep.aDay + 300)
  }

  @Test func neverRecommendsLessThanIsSafeWithoutSupervision() throws {
    let needs = try #require(EnergyNeeds(facts(.female, 70, 150, 45, .sedentary, .lose)))
    #expect(needs.target == 1200)
    #expect(needs.advice == "raised")
  }

  @Test func needsEachOfItsFacts() {
    let all = facts(.female, 30, 160, 60, .light, .lose)
    for name in EnergyNeeds.facts where name != .goal { #expect(EnergyNeeds(all.without([name])) == nil) }
    #expect(EnergyNeeds(all.without([.goal])) != nil)
  }

  private func facts(
    _ sex: BodyProfile.Sex, _ age: Int, _ height: Double, _ weight: Double, _ activity: BodyProfile.Activity,
    _ goal: BodyProfile.Goal
  ) -> Facts {
    var facts = Facts()
    facts.body.sex = sex
    facts.body.age = age
    facts.body.heightCentimetres = height
    facts.body.weightKilograms = weight
    facts.body.activity = activity
    facts.body.goal = goal
    return facts
  }
}
