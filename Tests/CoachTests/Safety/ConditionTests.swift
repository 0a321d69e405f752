import Testing

@testable import Coach

/// Conditions that users state, and the foods that conflict with them.
@Suite struct ConditionTests {
  @Test(
    arguments: [
      ("I'm pregnant", .pregnancy), ("I am 20 weeks pregnant and tired", .pregnancy),
      ("my wife is pregnant, what should she eat", .pregnancy), ("estoy embarazada", .pregnancy),
      ("ich bin schwanger", .pregnancy), ("I'm a vegan", .vegan), ("been vegan for years", .vegan),
      ("vegan here", .vegan), ("I eat halal", .halal), ("we keep kosher", .kosher),
      ("as a vegetarian, what now", .vegetarian),
      ("I'm muslim", .halal), ("I have type 2 diabetes", .diabetes), ("I'm diabetic", .diabetes),
      ("I was diagnosed with diabetes", .diabetes), ("I'm now strictly vegetarian", .vegetarian),
      ("I'm on a vegan diet", .vegan), ("I only eat halal", .halal), ("strict vegan", .vegan),
      ("plant-based since 2019", .vegan), ("14 weeks along", .pregnancy), ("expecting a baby in May", .pregnancy),
      ("3rd trimester", .pregnancy), ("type 1 here", .diabetes), ("I don't eat meat", .vegetarian),
      ("I don't eat meat but fish is fine", .pescatarian), ("only fish no meat for me", .pescatarian),
      ("no pork or alcohol please", .halal), ("Jewish, kosher kitchen", .kosher), ("I have gout", .gout),
      ("my uric acid is too high", .gout), ("I'm breastfeeding my son", .breastfeeding),
      ("diabetes runs my life", .diabetes), ("I was raised vegetarian", .vegetarian),
      ("I haven't eaten meat in ten years", .vegetarian), ("we're having our first baby", .pregnancy),
      ("vegan athlete here", .vegan), ("my wife's expecting", .pregnancy),
      ("I don't eat pork", .porkFree), ("no pork please", .porkFree), ("kein Schweinefleisch bitte", .porkFree),
      ("nao como porco", .porkFree), ("vegetarian, no fish either", .vegetarian),
      ("no animal stuff for me, vegan", .vegan),
    ] as [(String, DietaryCondition)])
  func readsAStatement(_ message: String, _ condition: DietaryCondition) {
    #expect(HealthStatement(message).conditions.added == [condition])
  }

  @Test(arguments: [
    "is honey vegan?", "make me a vegan plan", "can I make a vegan cake", "what is halal food", "a kosher pickle",
    "vegan cheese", "can pregnant women eat sushi", "is a vegetarian diet healthy", "I'm hungry", "I'm not pregnant",
    "how does diabetes start?", "I want a vegan dinner", "is coffee fine in the second trimester?",
    "I haven't eaten meat in 5 days", "I'm not 14 weeks along", "vegetarian chili with beans",
    "had gestational diabetes with my first", "I love vegan cheese", "tips against diabetes",
    "log a vegan burger", "my friend is pregnant",
    "my friend is pregnant and we cook together every Friday, any ideas?",
    "a colleague of mine has diabetes",
  ])
  func readsNoStatement(_ message: String) { #expect(HealthStatement(message).conditions.added.isEmpty) }

  @Test(
    arguments: [
      ("I'm not vegan any more", .vegan), ("I'm no longer pregnant", .pregnancy),
      ("I stopped being vegetarian", .vegetarian),
      ("I used to be vegan", .vegan),
    ] as [(String, DietaryCondition)])
  func readsARetraction(_ message: String, _ condition: DietaryCondition) {
    let statement = HealthStatement(message)
    #expect(statement.conditions.removed == [condition] && statement.conditions.added.isEmpty)
    var facts = Facts()
    facts.conditions = [condition, .halal]
    facts.apply(statement)
    #expect(facts.conditions == [.halal])
  }

  /// Medical conditions stay until a message denies them.
  @Test func forgetsADietButNoMedicalCondition() {
    var facts = Facts()
    facts.conditions = [.porkFree, .pregnancy]
    #expect(facts.without([.diet]).conditions == [.pregnancy])
    #expect(facts.texts() == ["no pork"] && facts.texts([.diet]) == ["no pork"])
  }

  private static func warning(_ condition: DietaryCondition, _ message: String) -> String? {
    var facts = Facts()
    facts.conditions = [condition]
    return SafetyStage().verdict(on: message, facts: facts).warning
  }

  @Test(
    arguments: [
      (.pregnancy, "can I have sushi tonight?", "sushi"), (.pregnancy, "is brie ok", "brie"),
      (.pregnancy, "how many calories in liver pate", "liver"), (.pregnancy, "a glass of wine?", "wine"),
      (.pregnancy, "3 coffees a day fine?", "coffee"), (.pregnancy, "swordfish steak for dinner", "swordfish"),
      (.pregnancy, "can I eat raw cookie dough", "raw cookie dough"),
      (.pregnancy, "smoked salmon bagel", "smoked salmon"),
      (.vegan, "is mayonnaise ok for me", "mayonnaise"), (.vegan, "honey in my tea?", "honey"),
      (.vegan, "greek yogurt with berries", "yogurt"), (.vegan, "gummy bears calories", "gummy bears"),
      (.vegetarian, "can I have gelatin dessert", "gelatin"), (.vegetarian, "caesar dressing ok?", "caesar dressing"),
      (.vegetarian, "chicken salad", "chicken"), (.vegetarian, "parmesan on pasta", "parmesan"),
      (.pescatarian, "how about a burger", "burger"), (.halal, "bacon and eggs", "bacon"),
      (.halal, "risotto with wine", "wine"), (.porkFree, "bacon and eggs", "bacon"),
      (.porkFree, "spaghetti carbonara tonight?", "carbonara"),
      (.halal, "marshmallows?", "marshmallows"), (.kosher, "shrimp cocktail", "shrimp"),
      (.kosher, "cheeseburger for lunch", "cheeseburger"),
      (.kosher, "is lobster healthy", "lobster"), (.diabetes, "can I drink a coke", "coke"),
      (.kosher, "chicken with cheese sauce", "chicken"), (.gout, "sardines on toast", "sardines"),
      (.gout, "a pint of beer", "beer"), (.breastfeeding, "a glass of wine", "wine"),
      (.diabetes, "a slice of cheesecake", "cheesecake"), (.diabetes, "orange juice for breakfast", "orange juice"),
    ] as [(DietaryCondition, String, String)])
  func namesAConflictInTheFirstSentence(_ condition: DietaryCondition, _ message: String, _ food: String) throws {
    let warning = try #require(Self.warning(condition, message))
    let first = warning.prefix { $0 != "." }
    #expect(first.contains(food) && first.contains("you told me that \(condition.label)"), "\(warning)")
  }

  @Test(
    arguments: [
      (.pregnancy, "is cooked salmon ok"), (.pregnancy, "vegetable sushi"), (.pregnancy, "decaf coffee"),
      (.pregnancy, "alcohol free beer"), (.pregnancy, "how much protein is in chicken"),
      (.vegan, "vegan mayo"), (.vegan, "oat milk latte"), (.vegan, "peanut butter toast"), (.vegan, "honeydew melon"),
      (.vegetarian, "veggie burger"), (.vegetarian, "eggs and cheese"), (.vegetarian, "peanut butter and jelly"),
      (.porkFree, "turkey bacon"), (.porkFree, "a glass of wine"), (.pescatarian, "salmon"), (.halal, "turkey bacon"),
      (.halal, "ginger beer"), (.halal, "chicken breast"),
      (.kosher, "salmon and rice"), (.kosher, "beef stew"), (.diabetes, "diet coke"), (.diabetes, "sugar free candy"),
      (.diabetes, "lentil soup"), (.vegan, "pizza without cheese and no meat"),
    ] as [(DietaryCondition, String)])
  func doesNotWarnOfFoodsThatFit(_ condition: DietaryCondition, _ message: String) {
    #expect(Self.warning(condition, message) == nil)
  }

  @Test func aQuestionAboutPregnancyIsWarnedOfWithoutAStatement() throws {
    let verdict = SafetyStage().verdict(on: "can pregnant women eat sushi?")
    #expect(verdict.warning?.hasPrefix("Careful with sushi: if you are pregnant, and") == true)
    #expect(verdict.statement.isEmpty)
  }

  @Test func everyRowIsRead() {
    let rows = CoachTable.dietaryConflicts.bytes.split(separator: UInt8(ascii: "\n")).count - 1
    let rules = Restriction.ofConditions
    #expect(rules.count == rows)
    #expect(Set(rules.compactMap(\.condition)) == Set(DietaryCondition.allCases))
    #expect(rules.allSatisfy { rule in !rule.foods.contains { $0.hasPrefix("@") } && !rule.reason.isEmpty })
    let sources = CoachTable.dietaryConflicts.rows(6).map { $0[5] }
    #expect(sources.allSatisfy { !$0.isEmpty })
    let named = CoachTable.dietaryConditions.rows(3).map { $0[0] }
    #expect(Set(named) == Set(DietaryCondition.allCases.map(\.rawValue)))
  }

  @Test(
    arguments: [
      ("make me a halal dinner plan with 700 kcal", ["bacon", "ham", "pork"]),
      ("I'm pregnant, plan a 600 kcal lunch", ["smoked", "tuna", "feta"]),
      ("I don't eat pork, make me a british breakfast plan", ["bacon", "ham", "pork", "lard"]),
    ])
  func aPlanLeavesOutWhatConflicts(_ message: String, _ foods: [String]) {
    let coach = BuiltInCoach()
    for variant in 0..<12 {
      var turn = CoachTurn(message: message, persona: .nutritionist)
      turn.state.turns = variant
      turn.profile.apply(HealthStatement(message))
      let reply = coach.reply(to: turn)
      #expect(!reply.templates.isEmpty, "\(reply.text)")
      #expect(foods.allSatisfy { !reply.text.lowercased().contains($0) }, "\(reply.text)")
    }
  }
}
