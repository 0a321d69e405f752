import HealthModels
import Testing

@testable import Coach

/// Plans that follow what a message asks in few words.
@Suite struct PlanWordingTests {
  /// The replies to messages one after another.
  private static func replies(_ persona: Persona, _ messages: [String]) -> [CoachReply] {
    var state = DialogueState()
    return messages.map { message in
      let reply = BuiltInCoach().reply(to: CoachTurn(message: message, persona: persona, state: state))
      state = reply.state
      return reply
    }
  }

  private static func meals(_ messages: String...) throws -> MealPlan {
    guard case .meal(let plan)? = replies(.nutritionist, messages).last?.templates.last else {
      throw CancellationError()
    }
    return plan
  }

  private static func workout(_ messages: String...) throws -> WorkoutPlan {
    guard case .workout(let plan)? = replies(.fitnessCoach, messages).last?.templates.last else {
      throw CancellationError()
    }
    return plan
  }

  @Test(arguments: [
    ("meal plan around 1500", "thanks", 1500.0), ("make me a meal plan", "bump it up to 1800", 1800),
    ("make me a meal plan", "drop it to 1600", 1600),
  ])
  func aBareNumberIsTheEnergy(_ request: String, _ change: String, _ energy: Double) throws {
    let plan = try change == "thanks" ? Self.meals(request) : Self.meals(request, change)
    let sum = plan.items.reduce(0) { $0 + $1.nutrients.energyKilocalories }
    #expect(abs(sum - energy) < energy * 0.05)
  }

  @Test(arguments: ["i raised it to 1500 steps", "i slept around 1000 minutes last week"])
  func otherNumbersAreNoEnergy(_ message: String) throws {
    #expect(Self.replies(.nutritionist, ["make me a meal plan", message]).last?.state.planEnergy == nil)
  }

  @Test func ketogenicMealsHaveNoStarchPulsesOrSweetFruit() throws {
    let names = Set(try Self.meals("keto plan for 5 days").items.map(\.food))
    let others = PlanFood.all.filter { !$0.words.contains("#keto") }.map(\.name)
    #expect(!names.isEmpty && names.isDisjoint(with: others))
  }

  @Test func namedFoodsAreNotDishesWithThem() throws {
    let names = try Self.meals("something with lentils and rice for dinner").items.map(\.food)
    #expect(names.contains("Lentils") && names.contains("Rice"))
  }

  @Test func aWeekOfAnyKindHasSevenDays() throws {
    #expect(Set(try Self.meals("plan me a mediterranean week").items.compactMap(\.day)).count == 7)
  }

  @Test func mealsForThreeDaysAreForOnePerson() throws {
    #expect(Self.replies(.nutritionist, ["meals for 3 days"]).last?.state.planPreferences?.people == nil)
    #expect(Self.replies(.nutritionist, ["dinners for 3"]).last?.state.planPreferences?.people == 3)
  }

  @Test func aBareNumberIsTheDaysOfTraining() throws {
    #expect(try Self.workout("4 day split at the gym", "make it 3").sessions.count == 3)
  }

  @Test func sessionsAreForTheMusclesThatAreNamed() throws {
    let plan = try Self.workout("beginner home workout for legs and glutes")
    #expect(plan.sessions.count { $0.name.contains("lower body") } >= 2)
  }

  /// The biceps pull, the triceps push.
  @Test func armsAreTrainedWithTheMusclesBesideThem() throws {
    let plan = try Self.workout("push pull legs at the gym")
    let arms = Exercise.all.filter { $0.pattern == "arms" }
    for session in plan.sessions {
      let trained = session.exercises.compactMap { exercise in arms.first { $0.name == exercise.name } }
      let tag = session.name.contains("push") ? "#triceps" : "#biceps"
      #expect(trained.allSatisfy { $0.words.contains(tag) }, "\(session.name)")
    }
  }

  @Test(arguments: [
    "push pull legs", "gym plan 5 days", "my shoulder hurts, make me a plan", "yoga plan after birth",
    "pool workout", "make me a plan, bad knees and a sore back",
  ])
  func noSessionHasAnExerciseTwice(_ request: String) {
    for reply in Self.replies(.fitnessCoach, [request]) {
      for case .workout(let plan) in reply.templates {
        for session in plan.sessions {
          let names = session.exercises.map(\.name)
          #expect(!names.isEmpty && Set(names).count == names.count, "\(session.name): \(names)")
        }
      }
    }
  }

  /// A sore joint counts before what the exercises of a session usually are.
  @Test func aSoreShoulderCountsBeforeTheRest() throws {
    let plan = try Self.workout("push pull legs at the gym", "my shoulder hurts")
    let unsafe: Set = ["Triceps Dip", "Overhead Press", "Bench Press", "Pull-Up"]
    #expect(plan.sessions.flatMap(\.exercises).allSatisfy { !unsafe.contains($0.name) })
  }

  /// The longest run is the last.
  @Test(arguments: [2, 3, 4, 5, 6])
  func aPlanOfRunsHasRunsAlone(_ days: Int) {
    let plan = WorkoutPlanner.plan(goal: .endurance, days: days, equipment: nil, preferences: Self.preferences("#runs"))
    let names = plan.sessions.flatMap(\.exercises).map(\.name)
    #expect(plan.sessions.count == days && names.last == "Long Run", "\(names)")
    #expect(names.allSatisfy { $0.contains("Run") && !$0.contains("Walk") && !$0.contains("Treadmill") }, "\(names)")
  }

  private static func preferences(_ tags: String...) -> PlanPreferences {
    var preferences = PlanPreferences()
    preferences.tags = Set(tags)
    return preferences
  }

  @Test(arguments: [
    "couch to 5k plan, 3 days a week please", "I want to start running, make me a plan", "running plan for beginners",
  ])
  func beginnersWalkAndRun(_ request: String) throws {
    let plan = try Self.workout(request)
    #expect(plan.sessions.allSatisfy { $0.exercises.map(\.name) == ["Walk-Run"] })
  }

  @Test func aBeginnerOfARunningPlanWalksToo() {
    let preferences = Self.preferences("#runs", "#novice")
    let plan = WorkoutPlanner.plan(goal: .endurance, days: 3, equipment: nil, preferences: preferences)
    #expect(plan.sessions.flatMap(\.exercises).allSatisfy { $0.name.contains("Walk-Run") })
  }

  @Test(arguments: [("#rides", "ride"), ("#swims", "swim"), ("#race", "long run"), ("#triathlon", "run")])
  func sportsOfEnduranceHaveWeeksOfTheirOwn(_ tag: String, _ session: String) {
    let plan = WorkoutPlanner.plan(goal: .endurance, days: 3, equipment: nil, preferences: Self.preferences(tag))
    #expect(plan.sessions.last?.name.contains(session) == true)
    #expect(!plan.sessions.contains { $0.name.contains("full body") })
  }

  @Test func strengthIsBesideRunsIfItIsAskedFor() throws {
    let plan = try Self.workout("running and lifting plan, 5 days")
    #expect(plan.sessions.count { $0.name.contains("full body") } == 2)
    #expect(plan.sessions.last?.name.contains("long run") == true)
  }

  /// "No strength" made a plan of strength, "no cardio" one of endurance.
  @Test func whatIsRefusedIsNotTheGoal() throws {
    let runs = try Self.workout("5k plan, 3 days a week", "no strength")
    #expect(!runs.sessions.contains { $0.name.contains("full body") })
    let weights = try Self.workout("gym plan, 3 days", "no cardio, only weights")
    #expect(weights.goal == .general && weights.sessions.allSatisfy { $0.name.contains("full body") })
  }

  @Test func aHarderRunningPlanHasMoreBlocks() throws {
    let plan = try Self.workout("running plan, 3 days", "make it harder")
    #expect(plan.sessions.last?.exercises.first?.sets == 4)
  }

  @Test(
    arguments: [
      ("make me a plan with dumbbells, 3 days", "Bench", false),
      ("home workout plan, only dumbbells", "Dumbbell", true),
      ("home plan with dumbbells and a bench", "Bench", true), ("kettlebell plan, 3 days", "Dumbbell", false),
      ("make me a plan for bigger arms, no equipment", "Chin-Up", false), ("plan with a pull up bar", "Hang", true),
      ("strength plan with a barbell and a bench in the garage", "Pulldown", false),
      ("plan with resistance bands, 20 minutes", "Band", true),
    ])
  func exercisesFitTheEquipment(_ request: String, _ part: String, _ isIn: Bool) throws {
    let names = try Self.workout(request).sessions.flatMap(\.exercises).map(\.name)
    #expect(names.contains { $0.contains(part) } == isIn, "\(names)")
  }

  @Test func equipmentThatIsMissingIsNotThatOfThePlan() throws {
    #expect(try Self.workout("kettlebell plan, 3 days", "i have no dumbbells").equipment == .kettlebell)
  }

  /// The note is on the plan, also if the illness was named before.
  @Test(arguments: [
    ("had a heart attack in june, make me a plan", "clearance"),
    ("make me a plan, I have high blood pressure", "doctor"),
    ("make me a workout plan, I have asthma", "inhaler"),
  ])
  func anIllnessIsNoted(_ request: String, _ note: String) throws {
    let reply = try #require(Self.replies(.fitnessCoach, [request]).last)
    #expect(reply.text.contains(note) && !reply.templates.isEmpty)
  }

  /// Blood pressure rises in long holds.
  @Test(arguments: ["#heart", "#pressure"], WorkoutPlan.Equipment.allCases)
  func heartAndBloodPressureHaveNoHolds(_ tag: String, _ equipment: WorkoutPlan.Equipment) {
    let plan = WorkoutPlanner.plan(goal: .general, days: 6, equipment: equipment, preferences: Self.preferences(tag))
    let names = plan.sessions.flatMap(\.exercises).map(\.name)
    let unsuited = ["Plank", "Hold", "Hang", "Pike", "Jump", "Intervals", "Easy Run"]
    #expect(!names.contains { name in unsuited.contains { name.contains($0) } }, "\(names)")
  }

  @Test(
    arguments: [
      ("make me a plan for bigger arms, 2 days", 2), ("running plan, 4 runs a week", 4),
      ("cycling plan, 5 rides a week", 5), ("make me a plan with 4 workouts a week", 4), ("plan 4 days gym", 4),
    ])
  func readsTheDaysOfTraining(_ request: String, _ days: Int) throws {
    #expect(try Self.workout(request).sessions.count == days)
  }

  /// "No" corrects a number.
  @Test func aCorrectedNumberIsNoRefusal() throws {
    let plan = try Self.workout("marathon plan, 4 days", "no, 5 runs")
    #expect(plan.sessions.count == 5 && plan.sessions.last?.name.contains("long run") == true)
  }

  @Test(arguments: [
    ("marathon plan, 4 runs per week, long run on sunday", 4, "Sunday, long run"),
    ("cycling plan, 3 rides, long ride on saturday", 3, "Saturday, long ride"),
  ])
  func theWeekdayOfALongSessionIsNotTheOnlyOne(_ request: String, _ days: Int, _ last: String) throws {
    let plan = try Self.workout(request)
    #expect(plan.sessions.count == days && plan.sessions.last?.name.contains(last) == true)
  }
}
