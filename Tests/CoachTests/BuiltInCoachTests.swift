import HealthModels
import Nutrition
import Testing
import TextModels

@testable import Coach

@Suite struct BuiltInCoachTests {
  static let coach = BuiltInCoach()

  /// Questions, and words that their answers must contain.
  @Test(arguments: [
    ("how much protein is in 200 g chicken breast", ["62 g of protein"]),
    ("how many calories are in 2 slices of pizza", ["kcal"]),
    ("is olive oil healthy?", ["monounsaturated", "WHO", "884 kcal"]),
    ("which has more protein, tofu or chicken?", ["Chicken has more protein", "tofu"]),
    ("compare rice and quinoa", ["rice", "quinoa", "Most protein: quinoa"]),
    ("what can I eat instead of chips?", ["popcorn", "Instead of potato chips"]),
    ("foods high in fiber", ["oats", "of fibre"]),
    ("how much water should I drink?", ["2.5 l"]), ("should i take creatine", ["strength"]),
    ("which has more iron, spinach or beef?", ["not iron"]),
    ("I ate too much today and feel guilty", ["One large meal"]),
    ("I overate again", ["skip", "therapist"]),
    ("can I eat 500 kcal a day?", ["500 kcal a day", "supervised"]),
    ("I want to lose 10 kg in 2 weeks", ["5 kg a week", "10 to 20 weeks"]),
    ("how do I lose 22 lbs in a month?", ["2.3 kg a week", "10 to 20 weeks"]),
    ("what's my BMI? I'm 168 cm and weigh 70 kg", ["24.8"]),
    ("what's a good snack?", ["Here is your plan", "snack:"]),
    ("what did we talk about?", ["nothing yet"]),
    ("I don't like tofu", ["no tofu in plans"]), ("should I drink protein shakes?", ["protein"]),
    ("delete my last meal", ["cannot change"]), ("log my breakfast", ["what was it"]),
    ("what did I eat on Monday?", ["by its weekday"]), ("give me a recipe for lasagna", ["no recipes"]),
    ("I feel so sad", ["doctor"]), ("what are macros?", ["4 kcal"]), ("what's the best diet?", ["vegetables"]),
    ("my stomach hurts after milk", ["doctor"]), ("are you real?", ["built-in coach"]),
    ("how much should I weigh? I'm 168 cm", ["52 to 70 kg"]), ("tell me more", ["about what"]),
    ("am I eating enough fibre?", ["nothing in your log", "25 g"]),
    ("I can't sleep", ["7 hours"]), ("how much exercise is enough exercise", ["150"]),
    ("what's the weather like", ["I know nothing about the weather"]),
    ("can you prescribe me antibiotics", ["doctor or pharmacist"]),
    ("what can you do?", ["built-in coach", "without a language model"]),
    ("compare lentils and chickpeas", ["lentils: 116 kcal", "About as much protein, about as much fibre"]),
    ("how much caffeine is in coffee?", ["not caffeine"]), ("what foods are high in iron", ["lentils"]),
    ("how much fiber do I need?", ["25 to 30 g"]),
    ("plan my dinner, vegetarian, 500 kcal", ["vegetarian plan", "dinner:"]),
    ("a vegan lunch please", ["vegan plan", "lunch:"]), ("2,000 kcal sounds like a lot", ["beyond me"]),
    ("what do you know about me?", ["nothing about you yet"]),
    ("make me a 900 kcal day", ["supervised"]), ("thank you, bye", ["Take care"]),
    ("thanks!", ["You are welcome"]), ("hello", ["Hello"]),
    ("I weigh 60 kg. How much protein do I need?", ["Noted: 60 kg", "for 60 kg that is 50 g to 96 g"]),
    ("how much protein do i need", ["for 70 kg that is 58 g to 112 g"]),
    ("Wie viel Protein hat ein Ei?", ["Englisch"]), ("¿cuánta proteína tiene un huevo?", ["inglés"]),
    ("asdf qwer", ["beyond me", "200 g chicken"]),
  ])
  func answers(_ question: String, _ words: [String]) {
    let reply = Self.coach.reply(to: CoachTurn(message: question, persona: .generalWellness))
    for word in words { #expect(reply.text.contains(word), "\(reply.text)") }
  }

  /// A weight is no answer to the question about activity.
  @Test func asksAgainForActivityAfterAnotherNumber() {
    var state = DialogueState()
    var texts: [String] = []
    for message in ["How many calories do I need? I am female, 28, 165 cm, 62 kg", "62 kg", "10000 steps a day"] {
      let reply = Self.coach.reply(to: CoachTurn(message: message, persona: .nutritionist, state: state))
      state = reply.state
      texts.append(reply.text)
    }
    #expect(!texts.contains { $0.contains("kcal a day") || $0.contains("factor") }, "\(texts)")
  }

  /// The request is one clause of many, or its kind of plan is not the one that a word of a rule names.
  @Test(arguments: [
    (
      "the doctor was kind about it, my husband less so. i used to swim, then the pool closed, and since the second baby i "
        + "have not moved at all. could you set me up with something for the evenings at home", "workout"
    ),
    (
      "we moved into a flat under the roof, it is hot, the neighbours fight until two, and i lie there with my eyes open. "
        + "i would love some order to my nights before the summer kills me", "wellness"
    ),
    ("could you build something for the evenings so my back gets stronger", "workout"),
  ])
  func makesThePlanThatAMessageMeans(_ message: String, _ kind: String) {
    let reply = Self.coach.reply(to: CoachTurn(message: message, persona: .generalWellness))
    #expect(reply.templates.map(\.kindName) == [kind], "\(reply.text)")
  }

  @Test func holdsADialogueUntilItKnowsEnough() {
    var dialogue = Conversation(Self.coach)
    #expect(dialogue.say("how many calories do I need?").contains("female or male"))
    #expect(dialogue.say("male").contains("How old"))
    #expect(dialogue.say("41").contains("How tall"))
    #expect(dialogue.say("5'11\"").contains("weigh"))
    #expect(dialogue.say("180 lbs").contains("How active"))
    #expect(dialogue.say("desk job").contains("lose weight, hold it, or gain"))
    let answer = dialogue.say("maintain")
    #expect(answer.contains("1,744 kcal") && answer.contains("2,092 kcal") && answer.contains("Mifflin-St Jeor"))
    // It does not ask for stated facts.
    #expect(dialogue.say("how many calories do I need to lose weight?").contains("1,592 kcal"))
  }

  @Test func takesSeveralAnswersAtOnce() {
    var dialogue = Conversation(Self.coach)
    let answer = dialogue.say(
      "I'm 30, male, 180 cm, 80 kg, very active, want to gain muscle. How many calories do I need?")
    #expect(answer.contains("3,371 kcal"))
  }

  @Test func answersAnotherQuestionInBetween() {
    var dialogue = Conversation(Self.coach)
    _ = dialogue.say("how many calories do I need?")
    #expect(dialogue.say("how much protein is in 100 g tofu?").contains("of protein"))
    #expect(dialogue.say("female").contains("Noted"))
  }

  @Test func asksAgainOnceAndThenLetsGo() {
    var dialogue = Conversation(Self.coach)
    _ = dialogue.say("how many calories do I need?")
    #expect(dialogue.say("hmm").contains("I did not get that"))
    #expect(dialogue.say("hmm").contains("leave it for now"))
    #expect(dialogue.say("hmm").contains("beyond me"))
  }

  @Test func acceptsARefusalToAnswer() {
    var dialogue = Conversation(Self.coach)
    _ = dialogue.say("how many calories do I need?")
    #expect(dialogue.say("I'd rather not say").contains("That is fine"))
  }

  @Test func doesNotCountCaloriesForMinors() {
    var dialogue = Conversation(Self.coach)
    #expect(dialogue.say("I'm 15 years old, how many calories do I need?").contains("paediatrician"))
  }

  @Test func remembersTheFoodThatWasSpokenOf() {
    var dialogue = Conversation(Self.coach)
    _ = dialogue.say("how much protein is in 200 g chicken breast")
    #expect(dialogue.say("and how much fat?").contains("7.1 g of fat"))
  }

  @Test func summarizesTheLog() {
    var dialogue = Conversation(Self.coach, diary: Self.diary)
    #expect(dialogue.say("how am I doing today?").contains("2 meals: 900 kcal, 40 g of protein"))
    #expect(dialogue.say("how was my week?").contains("5 meals on 2 days"))
    #expect(dialogue.say("what did I eat last?").contains("lunch (today): Rice and Chicken Breast, 600 kcal"))
    _ = dialogue.say("my target is 2,000 kcal")
    let rest = dialogue.say("what is left for today?")
    #expect(rest.contains("1,100 kcal are left") && rest.contains("60 g of protein to 100 g"))
  }

  @Test(arguments: [
    "I am on late shifts this week, does that harm my gut", "had two espressos and a red bull today, my heart races",
    "my pulse rose from 55 to 64 this week", "I have had knee surgery, all fine today, may I squat",
  ])
  func aDayOrAWeekAloneIsNotTheDiary(_ message: String) {
    let text = Self.coach.reply(to: CoachTurn(message: message, persona: .generalWellness, diary: Self.diary)).text
    #expect(!text.contains("logged"), "\(text)")
  }

  /// News, remarks and burdens that ask for no plan, and the beginning of the answer.
  @Test(arguments: [
    ("managed my first 10k on sunday!", "Congratulations"), ("week two, did every session", "Congratulations"),
    ("down 1.2 kg already", "Well done"), ("three alcohol free nights in a row, did it", "Well done"),
    ("sober since March", "Congratulations"),
    ("no advice please, i just need to vent", "Of course"),
    ("looking after dad with alzheimers, i am exhausted", "I am sorry: caring"),
    ("my manager shouted at me with everyone watching", "I am sorry: to be put down"),
    ("my wife died in spring and the house is silent", "I am sorry for your loss"),
    ("i work from home, nobody to talk to all day", "Days alone"),
    ("that one looks lovely for friday", "Great"), ("ha, never knew that about kiwis", "Yes"),
    ("feeling better now, ta", "Great"),
    ("the kids loved it, i owe you one", "Great"), ("will give it a go tomorrow", "Great"),
  ])
  func listensToNewsAndRemarks(_ message: String, _ start: String) {
    let reply = Self.coach.reply(to: CoachTurn(message: message, persona: .generalWellness))
    #expect(reply.text.hasPrefix(start) && reply.templates.isEmpty, "\(reply.text)")
  }

  /// A remark that no rule knows gets a few friendly words, and what was before it is still at hand.
  @Test func answersARemarkWithAFewWords() {
    var dialogue = Conversation(Self.coach, persona: .fitnessCoach)
    _ = dialogue.say("make me a workout plan")
    let answers = [WordList.glad, .sorry, .heard].flatMap { $0.values.map(\.value) }
    for remark in ["my mate laughed at me in the park", "he wore spikes last time. SPIKES"] {
      #expect(answers.contains(dialogue.say(remark)), "\(remark)")
    }
    #expect(dialogue.say("shorter").contains("22 minutes"))
    // What is eaten, what hurts and what says too little is no remark.
    for message in ["had 2 eggs and toast", "my knee hurts a lot lol", "hmm"] {
      #expect(!answers.contains(dialogue.say(message)), "\(message)")
    }
  }

  /// A plan is of the kind that is named, with every persona.
  @Test(arguments: Persona.allCases)
  func makesThePlanThatIsNamed(_ persona: Persona) {
    for (request, kind) in [
      ("make me a workout plan", "workout"), ("i need a meal plan", "meal"),
      ("give me an evening routine", "wellness"),
    ] {
      let reply = Self.coach.reply(to: CoachTurn(message: request, persona: persona))
      #expect(reply.templates.map(\.kindName) == [kind], "\(request)")
    }
  }

  @Test(arguments: [
    ("I am 61, stopped working in May and the days feel empty since I retired", "61 years old", "big change"),
    ("im 44, and since february i cannot sleep longer than four hours", "44 years old", "7 hours"),
  ])
  func answersAProblemBesideItsFacts(_ message: String, _ fact: String, _ answer: String) {
    let text = Self.coach.reply(to: CoachTurn(message: message, persona: .generalWellness)).text
    #expect(text.contains("Noted: \(fact)") && text.contains(answer), "\(text)")
  }

  @Test func reportsAnEmptyLog() {
    var dialogue = Conversation(Self.coach)
    #expect(dialogue.say("how am I doing today?").contains("not logged anything today"))
    #expect(dialogue.say("how was my week?").contains("nothing in your log"))
    #expect(dialogue.say("what did I eat yesterday, my last meals?").contains("no meals"))
  }

  @Test func makesAMealPlanWithinItsLimits() throws {
    var dialogue = Conversation(Self.coach)
    let text = dialogue.say("make me a 2,000 kcal meal plan, vegetarian, with 110 g protein, no nuts")
    let template = try #require(dialogue.templates.last)
    guard case .meal(let plan) = template else { throw Missing() }
    #expect(abs(plan.total.energyKilocalories - 2000) <= 100)
    #expect(abs(plan.total.protein - 110) <= 5.5)
    #expect(plan.name == "Vegetarian day with 2,000 kcal")
    #expect(text.contains(plan.description) && text.contains("leaves out nuts"))
    // The figures of a plan are not daily targets.
    #expect(dialogue.say("what is left for today?").contains("I need a target"))
  }

  @Test(arguments: [
    ([1800.0, 1800, 2300, 2300], "had 500 kcal a day more than in the first"),
    ([2400, 2400, 2000, 2000, 2000], "had 400 kcal a day less than in the first"),
    ([2000, 2050, 2010, 2020], "steady"),
  ])
  func statesTheTrendOfTheWeekWithoutToday(_ energies: [Double], _ words: String) {
    var diary = FoodDiary(today: "2026-11-21", yesterday: "2026-11-20", days: [], meals: [])
    diary.days = energies.enumerated().map { index, energy in
      .init(date: "2026-11-1\(index)", meals: 3, nutrients: Self.figures(energy, 80))
    }
    diary.days.append(.init(date: "2026-11-21", meals: 1, nutrients: Self.figures(300, 10)))
    var dialogue = Conversation(Self.coach, diary: diary)
    #expect(dialogue.say("how was my week?").contains(words))
  }

  @Test func makesTheMealThatIsNext() throws {
    var dialogue = Conversation(Self.coach, diary: Self.diary)
    _ = dialogue.say("what should I eat?")
    guard case .meal(let plan) = try #require(dialogue.templates.last) else { throw Missing() }
    #expect(plan.mealType == "breakfast")
    #expect(abs(plan.total.energyKilocalories - 500) <= 25)
  }

  @Test func makesAPlanAtOnceAndNamesWhatItAssumed() {
    var dialogue = Conversation(Self.coach)
    #expect(dialogue.say("create a workout plan").contains("I took general fitness"))
    #expect(dialogue.templates.last?.name == "3 days a week: general fitness")
    #expect(dialogue.say("strength").contains("I took three days and no equipment"))
    #expect(!dialogue.say("2").contains("three days"))
    #expect(dialogue.say("dumbbells").contains("Goblet Squat"))
    #expect(dialogue.templates.last?.name == "2 days a week: strength")
    #expect(dialogue.say("make me a wellness routine").contains("I took less stress"))
    #expect(dialogue.say("sleep").contains("AASM"))
    #expect(dialogue.say("a meal plan please").contains("I took 2,000 kcal"))
    #expect(dialogue.say("1700").contains("1,7"))
  }

  @Test func takesDetailsInAnyOrder() {
    var dialogue = Conversation(Self.coach)
    _ = dialogue.say("build me a workout plan")
    _ = dialogue.say("3 days")
    _ = dialogue.say("dumbbells")
    #expect(dialogue.say("build muscle").contains("I changed your template"))
    #expect(dialogue.templates.last?.name == "3 days a week: muscle")
    _ = dialogue.say("make it 4 days")
    #expect(dialogue.templates.last?.name == "4 days a week: muscle")
  }

  @Test func updatesThePlanWithLaterInstructions() throws {
    var dialogue = Conversation(Self.coach)
    _ = dialogue.say("make me a 2,000 kcal vegetarian meal plan with 110 g protein, no nuts")
    #expect(dialogue.say("can you make it without eggs too?").contains("leaves out egg, nuts and peanut"))
    guard case .meal(let plan) = try #require(dialogue.templates.last) else { throw Missing() }
    #expect(dialogue.templates.count == 2 && plan.name == "Vegetarian day with 2,000 kcal")
    #expect(!plan.items.contains { $0.food.contains("Egg") || $0.food.contains("Peanut") })
    #expect(abs(plan.total.protein - 110) <= 5.5)
    _ = dialogue.say("make it 1,800 kcal")
    #expect(dialogue.templates.last?.name == "Vegetarian day with 1,800 kcal")
    _ = dialogue.say("give me a 600 kcal dinner")
    _ = dialogue.say("another one please")
    guard case .meal(let dinner) = try #require(dialogue.templates.last) else { throw Missing() }
    #expect(dinner.mealType == "dinner" && abs(dinner.total.energyKilocalories - 600) <= 30)
  }

  @Test func interpretsYesAsAcceptingTheOffer() {
    var dialogue = Conversation(Self.coach)
    #expect(dialogue.say("I weigh 80 kg").contains("Shall I work out your energy needs"))
    #expect(dialogue.say("yes please").contains("female or male"))
    #expect(
      dialogue.say("what do you know about me?")
        == "I know your meal log, and this: 80 kg. Tell me where that has changed.")
    #expect(dialogue.say("yes") == Wording.text("yes.nothing"))
  }

  @Test func honorsAHighProteinRequest() throws {
    var dialogue = Conversation(Self.coach)
    _ = dialogue.say("suggest a high protein lunch with 600 kcal")
    guard case .meal(let plan) = try #require(dialogue.templates.last) else { throw Missing() }
    #expect(plan.total.protein * 4 >= plan.total.energyKilocalories * 0.27)
  }

  @Test func takesAllFactsOfAList() {
    var dialogue = Conversation(Self.coach)
    _ = dialogue.say("how many calories should I eat?")
    #expect(dialogue.say("female, 34, 168 cm, 70 kg").contains("How active"))
    #expect(dialogue.say("moderate").contains("lose weight, hold it, or gain"))
    #expect(dialogue.say("lose").contains("1,699 kcal a day is 500 below that"))
    #expect(dialogue.say("what was my weight again?").contains("70 kg"))
    #expect(dialogue.say("what's my bmi?").contains("24.8"))
  }

  @Test func storesAnAnswerGivenBeforeItsQuestion() {
    var dialogue = Conversation(Self.coach)
    _ = dialogue.say("how many calories should I eat?")
    #expect(dialogue.say("moderate") == "Noted. Are you female or male? The formula needs one of the two.")
    #expect(dialogue.say("lose") == "Thanks. Are you female or male? The formula needs one of the two.")
    for answer in ["female", "34", "168", "70"] { #expect(!dialogue.say(answer).contains("How active")) }
  }

  @Test func reportsASingleNutrientOfTheLog() {
    var dialogue = Conversation(Self.coach, diary: Self.diary)
    #expect(dialogue.say("how much protein did I have this week?").hasPrefix("In the last seven days: 60 g of protein"))
    #expect(dialogue.say("what about fibre?").contains("10 g of fibre a day"))
    #expect(dialogue.say("is that enough?").contains("25 g"))
    #expect(dialogue.say("did I have too much sugar today?").hasPrefix("Today so far: 20 g of sugar"))
    #expect(dialogue.say("and yesterday?").hasPrefix("Yesterday: 20 g of sugar"))
    #expect(dialogue.say("and carbs?").contains("100 g of carbohydrate, 19 % of the energy, which is below"))
    _ = dialogue.say("my target is 2,000 kcal")
    #expect(dialogue.say("how many calories did I eat yesterday?").contains("100 kcal above your target"))
    #expect(dialogue.say("how much protein is in 100 g tofu?").contains("17 g of protein"))
    #expect(dialogue.say("and carbs?").contains("tofu"))
  }

  @Test func listsTheMealsOfADay() {
    var dialogue = Conversation(Self.coach, diary: Self.diary)
    #expect(dialogue.say("what did I eat today?").contains("lunch: Rice and Chicken Breast, 600 kcal"))
    #expect(dialogue.say("what did I eat yesterday?").contains("dinner: Ramen, 700 kcal"))
  }

  @Test func asksForTheNeedsBeforeItJudgesEnergy() {
    var dialogue = Conversation(Self.coach, diary: Self.diary)
    _ = dialogue.say("how am I doing today?")
    #expect(dialogue.say("is that too much?").contains("female or male"))
  }

  @Test func recallsTheTopicsOfTheConversation() {
    var dialogue = Conversation(Self.coach, diary: Self.diary)
    _ = dialogue.say("how am I doing today?")
    _ = dialogue.say("is olive oil healthy?")
    _ = dialogue.say("I weigh 80 kg")
    _ = dialogue.say("how much protein is in tofu?")
    #expect(dialogue.say("why?").contains("USDA"))
    let recap = dialogue.say("what have we talked about?")
    #expect(recap.contains("your day so far, whether olive oil is healthy and what is in tofu"), "\(recap)")
    #expect(recap.contains("80 kg"))
    for _ in 0..<40 { _ = dialogue.say("how much protein is in " + String(repeating: "tofu and rice and ", count: 40)) }
    #expect(dialogue.say("what did we talk about?").utf8.count < 1500)
  }

  @Test func findsTheMealThatIsNamed() {
    var dialogue = Conversation(Self.coach, diary: Self.diary)
    #expect(dialogue.say("what did I have for lunch today?").contains("lunch (today): Rice"))
    #expect(dialogue.say("what did I eat for breakfast?").contains("no breakfast in your log"))
  }

  @Test func refusesADietThatNeedsSupervision() {
    var dialogue = Conversation(Self.coach)
    #expect(dialogue.say("make me a 600 kcal day plan").contains("supervised"))
    #expect(dialogue.templates.isEmpty)
  }

  @Test func givesTheSameAnswerToTheSameTurn() {
    let turn = CoachTurn(message: "make me a 1,800 kcal meal plan", persona: .nutritionist)
    #expect(Self.coach.reply(to: turn).text == Self.coach.reply(to: turn).text)
  }

  @Test(arguments: [
    "", "?", "\u{0}", String(repeating: "a", count: 5000), String(repeating: "9", count: 5000),
    "1e308 kcal meal plan", "-5 kg", "how much protein is in 99999999999999999999 g chicken",
    String(repeating: "or rice ", count: 600), "make me a 0 kcal meal plan", "5'99999\"",
  ])
  func hasAnAnswerToAnything(_ message: String) {
    #expect(!Self.coach.reply(to: CoachTurn(message: message, persona: .nutritionist)).text.isEmpty)
  }

  struct Missing: Error {}

  static let diary = FoodDiary(
    today: "2026-11-21", yesterday: "2026-11-20",
    days: [
      .init(date: "2026-11-20", meals: 3, nutrients: figures(2100, 80)),
      .init(date: "2026-11-21", meals: 2, nutrients: figures(900, 40)),
    ],
    meals: [
      .init(date: "2026-11-21", type: "lunch", foods: ["Rice", "Chicken Breast"], nutrients: figures(600, 40)),
      .init(date: "2026-11-20", type: "dinner", foods: ["Ramen"], nutrients: figures(700, 30)),
    ])

  static func figures(_ energy: Double, _ protein: Double) -> Nutrients {
    Nutrients(energyKilocalories: energy, protein: protein, carbohydrate: 100, fat: 30, fiber: 10, sugar: 20)
  }

  @Test(arguments: [
    ("I have a walnut allergy", "Noted: no nuts."), ("I'm allergic to kiwi", "Noted: no kiwi."),
    ("I'm vegan btw", "Noted: vegan."), ("i dont eat pork", "Noted: no pork."), ("no pork please", "Noted: no pork."),
    ("I don't like beets", "Noted: no beet in plans."), ("i never eat liver", "Noted: no liver in plans."),
    ("i hate goat cheese", "Noted: no goat cheese in plans."),
  ])
  func notesRestrictions(_ message: String, _ start: String) {
    var dialogue = Conversation(BuiltInCoach())
    let text = dialogue.say(message)
    #expect(text.hasPrefix(start), "\(text)")
  }
}

/// A consultation without a server.
struct Conversation {
  private let coach: BuiltInCoach
  private let persona: Persona
  private let diary: FoodDiary
  private var state = DialogueState()
  private(set) var templates: [TemplateDraft] = []

  init(_ coach: BuiltInCoach, persona: Persona = .generalWellness, diary: FoodDiary = FoodDiary()) {
    self.coach = coach
    self.persona = persona
    self.diary = diary
  }

  mutating func say(_ message: String) -> String {
    let reply = coach.reply(to: CoachTurn(message: message, persona: persona, state: state, diary: diary))
    state = reply.state
    templates += reply.templates
    return reply.text
  }
}
