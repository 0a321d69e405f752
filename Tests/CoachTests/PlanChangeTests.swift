import HealthModels
import Testing
import TextModels

@testable import Coach

/// Changes of the plan at hand.
@Suite struct PlanChangeTests {
  @Test(
    arguments: [
      ("without nuts please", ["nut"]), ("swap the chicken for something", ["chicken"]),
      ("no fish and no eggs", ["fish", "egg"]),
      ("I don't like tofu", ["tofu"]), ("tofu is off the menu", ["tofu"]), ("my wife has gone off salmon", ["salmon"]),
      ("rice upsets me", ["rice"]), ("make it vegetarian", []), ("replace the rice with potatoes", ["rice"]),
    ] as [(String, Set<String>)])
  func readsTheFoodsToLeaveOut(_ message: String, _ words: Set<String>) throws {
    #expect(try #require(PlanChange(Utterance(message), .mealPlan)).exclusions == words)
  }

  /// Foods that no plan contains are left out as well.
  @Test(arguments: [("i don't like lamb", "no lamb there"), ("no grapefruit obviously", "no grapefruit there")])
  func leavesOutOtherFoods(_ message: String, _ answer: String) {
    var dialogue = Conversation(BuiltInCoach(), persona: .nutritionist)
    _ = dialogue.say("make me a meal plan")
    #expect(dialogue.say(message).contains(answer))
  }

  @Test(arguments: ["how much protein is in tofu", "thanks", "what did I eat today", "I ate an egg", "is that enough"])
  func otherMessagesAreNoChange(_ message: String) { #expect(PlanChange(Utterance(message), .mealPlan) == nil) }

  /// Each change is named, and changes the plan at hand.
  @Test(arguments: [
    ("theres 4 of us actually", "cooking for 4"), ("nine of us now, the cousins are staying", "cooking for 9"),
    ("2 adults 1 kid", "cooking for 3"), ("$100 a week", "cheap foods"), ("smaller dinners please", "a smaller dinner"),
    ("bigger lunch on day 3", "a bigger lunch on day 3"), ("no dinner on day 2, were invited", "no dinner on day 2"),
    ("friday dinner for 6", "dinner on day 5 for 6"), ("drop wednesday we're eating out", "no day 3"),
    ("bigger breakfast, smaller lunch", "a smaller lunch"),
  ])
  func namesAChangeOfMeals(_ message: String, _ change: String) {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a 2,000 kcal meal plan for the week")
    let text = dialogue.say(message)
    #expect(text.contains(change) && dialogue.templates.count == 2, "\(text)")
  }

  @Test(arguments: [
    ("swap squats for lunges", "without squat, with lunge"), ("add more core", "with abs"),
    ("90 secs tops", "above 90 seconds"), ("make it harder", "one set more"),
    ("move friday to saturday", "not on Friday"), ("skip weekends", "not on Saturday and Sunday"),
    ("instead of burpees something else", "no burpee there"), ("make day 2 easier", "an easier day 2"),
    ("day 3 harder please", "a harder day 3"), ("swap barbell rows for dumbbell rows", "Dumbbell Row 3 x"),
    ("less squats please", "about 45 minutes"), ("every day please", "6 days a week"), ("12 weeks", "repeat it"),
  ])
  func namesAChangeOfAWorkout(_ message: String, _ change: String) {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a workout plan, 3 days a week, with dumbbells")
    let text = dialogue.say(message)
    #expect(text.contains(change), "\(text)")
  }

  @Test func easesOneDayOnly() throws {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a workout plan with dumbbells, 3 days a week")
    _ = dialogue.say("make day 3 easier")
    let plans = dialogue.templates.compactMap { if case .workout(let plan) = $0 { plan.sessions } else { nil } }
    let (before, after) = (try #require(plans.first), try #require(plans.last))
    #expect(after[..<2] == before[..<2])
    #expect(after[2].exercises.map(\.sets) == before[2].exercises.map { $0.sets - 1 })
  }

  /// The shopping list has the guests of one dinner only.
  @Test func buysForTheGuestsOfOneDinner() {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a 2,000 kcal meal plan for the week")
    let before = dialogue.say("shopping list").split(separator: "\n")
    _ = dialogue.say("friday dinner for 6")
    let after = dialogue.say("shopping list").split(separator: "\n")
    #expect(before.count == after.count && zip(before, after).count { $0 != $1 } == 4, "\(after)")
  }

  @Test(arguments: ["less fat", "lower fat please", "too greasy"])
  func lowersTheFat(_ message: String) throws {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a 2,000 kcal meal plan")
    _ = dialogue.say(message)
    let fat = dialogue.templates.compactMap { if case .meal(let plan) = $0 { plan.total.fat } else { nil } }
    #expect(fat.count == 2 && fat[1] < 0.8 * fat[0], "\(fat)")
  }

  @Test(arguments: [("no, bedtime is 11", "evening, 11 pm"), ("bedtime 11", "evening, 11 pm")])
  func readsTheTimeOfARoutine(_ message: String, _ time: String) {
    var dialogue = Conversation(BuiltInCoach(), persona: .wellnessSpecialist)
    _ = dialogue.say("evening routine please")
    #expect(dialogue.say(message).contains(time))
  }

  /// The other meals get what the smaller one loses.
  @Test func aSmallerDinnerKeepsTheEnergyOfTheDay() throws {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a 2,000 kcal meal plan")
    _ = dialogue.say("smaller dinner")
    let plans = dialogue.templates.compactMap { if case .meal(let plan) = $0 { plan } else { nil } }
    func energy(_ plan: MealPlan, of meal: String) -> Double {
      plan.items.filter { $0.meal == meal }.reduce(0) { $0 + $1.nutrients.energyKilocalories }
    }
    let (first, last) = (try #require(plans.first), try #require(plans.last))
    #expect(energy(last, of: "dinner") < 0.85 * energy(first, of: "dinner"))
    #expect(abs(last.total.energyKilocalories - 2000) <= 100)
  }

  @Test func aSwapPutsTheExerciseInThePlaceOfTheOther() throws {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a workout plan with dumbbells, 3 days a week")
    _ = dialogue.say("swap squats for lunges")
    let plans = dialogue.templates.compactMap { if case .workout(let plan) = $0 { plan } else { nil } }
    let (before, after) = (try #require(plans.first).sessions[0], try #require(plans.last).sessions[0])
    #expect(after.exercises[0].name.contains("Lunge") && before.exercises[0].name.contains("Squat"))
    #expect(after.exercises.dropFirst() == before.exercises.dropFirst())
  }

  /// A question about a food is answered with it.
  @Test(arguments: [
    "can i eat a banana before bed?", "can we have wine with dinner", "what about one beer on friday",
    "can i drink orange juice with breakfast", "what about a treat on saturday", "can i eat instant soup every day",
  ])
  func aQuestionAboutAFoodChangesNothing(_ message: String) {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a meal plan for the week")
    let text = dialogue.say(message)
    #expect(dialogue.templates.count == 1 && !text.contains(Wording.text("plan.kept")), "\(text)")
  }

  @Test func anotherOneKeepsTheDaysOfAWorkout() throws {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a workout plan, 3 days a week")
    _ = dialogue.say("another one")
    guard case .workout(let plan)? = dialogue.templates.last else { throw CancellationError() }
    #expect(plan.sessions.count == 3)
  }

  @Test func anotherRoutineHasOtherHabits() {
    var dialogue = Conversation(BuiltInCoach())
    let first = dialogue.say("morning yoga routine please, 20 min")
    let second = dialogue.say("another one")
    #expect(first.contains("mountain pose") && second.contains("tree pose"), "\(second)")
  }

  /// After a question in between, too.
  @Test(arguments: ["add a stretch at the end", "i finish work at 11 so not in the morning"])
  func aChangeOfAWorkoutIsNeitherAMealNorLost(_ message: String) {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a workout plan")
    _ = dialogue.say("does caffeine help")
    _ = dialogue.say(message)
    #expect(dialogue.templates.count == 2)
  }

  /// 3,000 kcal are no dinner.
  @Test func energyOfADayIsNotThatOfAMeal() throws {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("menu with 3000 kcal, i eat dinner at work at 4")
    guard case .meal(let plan)? = dialogue.templates.last else { throw CancellationError() }
    #expect(Set(plan.items.map(\.meal)).count > 1)
  }

  @Test(arguments: ["I have a walnut allergy", "can I have pesto?"])
  func foodDoesNotChangeAWorkout(_ message: String) {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a workout plan")
    _ = dialogue.say(message)
    #expect(dialogue.templates.count == 1)
  }

  /// The answer says so and has the plan as it was, which no other food or exercise replaces.
  @Test func aLearnedChangeThatIsNotReadSaysSo() {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a workout plan")
    let text = dialogue.say("i finish work at 11 so not in the morning")
    #expect(text.hasPrefix(Wording.text("plan.kept")))
    #expect(Set(dialogue.templates.map { "\($0)" }).count == 1)
    #expect(!dialogue.say("shorter").contains(Wording.text("plan.kept")))
  }

  @Test func aWeekFitsIntoOneTemplate() throws {
    for energy in [1400, 1800, 2400, 3200] {
      var dialogue = Conversation(BuiltInCoach())
      _ = dialogue.say("make me a \(energy) kcal meal plan")
      let text = dialogue.say("for the whole week")
      guard case .meal(let week)? = dialogue.templates.last else {
        Issue.record("\(text)")
        continue
      }
      #expect(week.items.count <= 100 && Set(week.items.map(\.day)) == Set(1...7))
      #expect(abs(week.total.energyKilocalories / 7 - Double(energy)) <= Double(energy) * 0.05)
      let list = dialogue.say("what do I need to buy?")
      #expect(list.split(separator: "\n").count > 20, "\(list)")
    }
  }

  @Test func aChangeKeepsTheRestOfThePlan() throws {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a 2,000 kcal meal plan")
    guard case .meal(let first)? = dialogue.templates.last else { return }
    let left = try #require(first.items.first { $0.meal == "breakfast" }).food
    let word = try #require(FoodPhrase.words(left.lowercased()).first { PlanFood.words.contains($0) })
    _ = dialogue.say("without \(word)")
    guard case .meal(let second)? = dialogue.templates.last else { return }
    #expect(!second.items.contains { FoodPhrase.words($0.food.lowercased()).contains(word) })
    #expect(!Set(second.items.map(\.food)).isDisjoint(with: first.items.map(\.food)))
  }

  @Test func exercisesAreSwappedAndDaysChanged() throws {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("make me a workout plan for strength, 3 days a week, in the gym")
    #expect(dialogue.say("swap the squats").contains("I changed your template"))
    guard case .workout(let plan)? = dialogue.templates.last else { return }
    #expect(!plan.sessions.flatMap(\.exercises).contains { $0.name.contains("Squat") })
    _ = dialogue.say("make it 4 days")
    guard case .workout(let longer)? = dialogue.templates.last else { return }
    #expect(longer.sessions.count == 4 && !longer.sessions.flatMap(\.exercises).contains { $0.name.contains("Squat") })
  }
}
