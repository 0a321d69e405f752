import HealthModels
import Nutrition
import Testing
import TextModels

@testable import Coach

@Suite struct PlanTests {
  static let foodLookup = FoodLookup(otherTable: nil, parser: EmbeddedMealParser())

  @Test func readsEveryRowOfItsTables() {
    func lines(_ bytes: [UInt8]) -> Int { bytes.split(separator: UInt8(ascii: "\n")).count - 1 }
    #expect(PlanFood.all.count == lines(CoachTable.planFoods.bytes))
    #expect(Exercise.all.count == lines(CoachTable.exercises.bytes))
    #expect(Topic.all.count == lines(CoachTable.topics.bytes))
    #expect(PlanOption.all.count == lines(CoachTable.planOptions.bytes))
    #expect(WellnessRoutine.Focus.allCases.allSatisfy { RoutinePlanner.routine($0).habits.count >= 5 })
    #expect(PlanFood.all.allSatisfy { Self.foodLookup.food($0.name) != nil })
    #expect(Exercise.all.allSatisfy { !$0.equipment.isEmpty })
    #expect(Topic.all.allSatisfy { !$0.source.isEmpty && !$0.phrases.all.isEmpty })
  }

  @Test(arguments: [1200.0, 1500, 1800, 2000, 2200, 2500, 3000, 3500, 4000], Facts.Diet.allCases)
  func plansADayWithinFivePerCent(_ energy: Double, _ diet: Facts.Diet) throws {
    var facts = Facts()
    facts.diet = diet
    let planner = MealPlanner(foodLookup: Self.foodLookup, rule: DietRule(facts))
    for variant in 0..<5 {
      let order = MealPlanner.Order(
        energy: energy, protein: nil, meals: ["breakfast", "lunch", "dinner", "snack"], variant: variant)
      let items = try #require(planner.plan(order))
      let total = items.reduce(Nutrients.zero) { $0 + $1.nutrients }
      #expect(abs(total.energyKilocalories - energy) <= energy * 0.05)
      #expect(Set(items.map(\.meal)).count == 4)
    }
  }

  @Test(
    arguments: [(1500.0, 90.0), (1800, 120), (2000, 100), (2200, 150), (3000, 160)], [Facts.Diet.everything, .vegan])
  func reachesAProteinTargetToo(_ target: (Double, Double), _ diet: Facts.Diet) throws {
    var facts = Facts()
    facts.diet = diet
    let planner = MealPlanner(foodLookup: Self.foodLookup, rule: DietRule(facts))
    let order = MealPlanner.Order(
      energy: target.0, protein: target.1, meals: ["breakfast", "lunch", "dinner", "snack"], variant: 0)
    let total = try #require(planner.plan(order)).reduce(Nutrients.zero) { $0 + $1.nutrients }
    #expect(abs(total.energyKilocalories - target.0) <= target.0 * 0.05)
    #expect(abs(total.protein - target.1) <= target.1 * 0.05)
  }

  @Test(arguments: Facts.Allergen.allCases, Facts.Diet.allCases)
  func omitsFoodsExcludedByAllergyOrDiet(_ allergen: Facts.Allergen, _ diet: Facts.Diet) throws {
    var facts = Facts()
    facts.diet = diet
    facts.allergies = [allergen]
    let planner = MealPlanner(foodLookup: Self.foodLookup, rule: DietRule(facts))
    let order = MealPlanner.Order(
      energy: 2000, protein: nil, meals: ["breakfast", "lunch", "dinner", "snack"], variant: 3)
    let items = try #require(planner.plan(order))
    for item in items {
      let food = try #require(PlanFood.all.first { $0.name == item.food })
      #expect(!food.allergens.contains(allergen))
      #expect(DietRule(facts).allows(food.name))
    }
  }

  @Test func returnsNoPlanIfTheTargetsAreImpossible() {
    let planner = MealPlanner(foodLookup: Self.foodLookup, rule: DietRule(Facts()))
    #expect(planner.plan(.init(energy: 1200, protein: 400, meals: ["lunch"], variant: 0)) == nil)
  }

  @Test(
    arguments: [WorkoutPlan.Goal.strength, .muscle, .fatLoss, .endurance, .general], WorkoutPlan.Equipment.allCases)
  func plansAWeekWithTheEquipmentThereIs(_ goal: WorkoutPlan.Goal, _ equipment: WorkoutPlan.Equipment) {
    for days in 1...6 {
      let plan = WorkoutPlanner.plan(goal: goal, days: days, equipment: equipment)
      #expect(plan.sessions.count == days)
      for session in plan.sessions {
        #expect(!session.exercises.isEmpty)
        for exercise in session.exercises {
          let known = Exercise.all.first { $0.name == exercise.name }
          #expect(known?.equipment.contains(equipment) == true || known?.equipment.contains(.none) == true)
        }
      }
    }
  }

  @Test(arguments: WellnessRoutine.Focus.allCases)
  func givesEachHabitItsReasonAndSource(_ focus: WellnessRoutine.Focus) {
    let routine = RoutinePlanner.routine(focus)
    #expect(routine.habits.count >= 3)
    #expect(routine.habits.allSatisfy { $0.reason.contains("(") && !$0.name.isEmpty })
  }

  /// Children of 3 to 12 years get the energy of their age, and none of them less of it.
  @Test(arguments: [
    ("meal plan for my 7 year old", 1600.0), ("plan for my 4 year old", 1400), ("a menu for my son (9)", 1700),
    ("my daughter is 12, make her a meal plan", 2100), ("dinner plan for a 6 yo", 525),
    ("meal plan for my wife", 2000), ("im 40, meal plan please", 2000),
  ])
  func suitsTheAgeOfAChild(_ message: String, _ energy: Double) throws {
    var dialogue = Conversation(BuiltInCoach(), persona: .nutritionist)
    let text = dialogue.say(message)
    let isOfChild = energy != 2000
    if isOfChild { _ = dialogue.say("make it smaller") }
    guard case .meal(let plan)? = dialogue.templates.last else { throw CancellationError() }
    #expect(abs(plan.total.energyKilocalories - energy) <= energy * 0.05, "\(text)")
    #expect(text.contains("a moderately active child of") == isOfChild, "\(text)")
  }

  /// They may choke on whole nuts.
  @Test func leavesOutWholeNutsForSmallChildren() {
    var dialogue = Conversation(BuiltInCoach(), persona: .nutritionist)
    let text = dialogue.say("meal plan for the week for my 3 year old, she loves nuts").lowercased()
    let foods = text.split(separator: "each day has")[0]
    #expect(["almonds", "walnuts", "peanuts", "seeds"].allSatisfy { !foods.contains($0) }, "\(text)")
    #expect(text.contains("no whole nuts, seeds or popcorn"))
  }

  @Test func hasTheEnergyOfEachAge() {
    #expect(Dialogue.energyOfChildren.keys.sorted() == Array(3...12))
    #expect(CoachTable.childEnergy.rows(3).allSatisfy { !$0[2].isEmpty })
  }

  @Test(arguments: [("cutting at 1500, plan my day", 1500.0), ("bulking on 3200, make me a meal plan", 3200)])
  func takesTheEnergyOfACut(_ message: String, _ energy: Double) throws {
    var dialogue = Conversation(BuiltInCoach(), persona: .nutritionist)
    _ = dialogue.say(message)
    guard case .meal(let plan)? = dialogue.templates.last else { throw CancellationError() }
    #expect(abs(plan.total.energyKilocalories - energy) <= energy * 0.05)
  }

  @Test(arguments: [Persona.generalWellness, .fitnessCoach, .wellnessSpecialist])
  func plansBreathingExercisesAsARoutine(_ persona: Persona) throws {
    var dialogue = Conversation(BuiltInCoach(), persona: persona)
    _ = dialogue.say("breathing exercises plan")
    guard case .wellness? = dialogue.templates.last else { throw CancellationError() }
  }

  /// A plan of 2,000 kcal with seeds was made for a baby.
  @Test(arguments: [
    ("meal plan for my 8 month old", false), ("toddler meal plan, shes 2", false),
    ("i need a weekly menu for my toddler please", false), ("meal plan with baby spinach", true),
    ("meal plan please, I have a baby and no time", true),
  ])
  func isNotMadeForBabies(_ message: String, _ isMade: Bool) {
    let turn = CoachTurn(message: message, persona: .nutritionist)
    #expect(BuiltInCoach().reply(to: turn).templates.isEmpty != isMade)
  }
}
