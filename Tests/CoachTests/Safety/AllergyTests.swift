import Testing

@testable import Coach

@Suite struct AllergyStatementTests {
  @Test(
    arguments: [
      ("I'm allergic to peanuts", ["peanut"]),
      ("I am allergic to peanuts, shellfish and kiwi", ["peanut", "shellfish", "kiwi"]),
      ("I have a nut allergy", ["nuts", "peanut"]), ("lactose intolerant", ["milk"]),
      ("I have celiac disease", ["gluten"]),
      ("my son is allergic to cashews", ["nuts"]), ("allergic to dragon fruit", ["dragon fruit"]),
      ("soy alergy here", ["soy"]), ("soy allergy here", ["soy"]), ("I can't have dairy", ["milk"]),
      ("I can't eat gluten or eggs", ["gluten", "egg"]), ("my doctor says no gluten", ["gluten"]),
      ("no dairy for me", ["milk"]), ("I'm dairy free", ["milk"]), ("lactose and me don't get along", ["milk"]),
      ("milk gives me cramps", ["milk"]), ("no eggs please, I'm allergic", ["egg"]), ("I avoid gluten", ["gluten"]),
      ("shellfish makes my throat swell", ["shellfish"]), ("gluten free here, medically", ["gluten"]),
      ("tomatoes give me hives", ["tomato"]),
      ("my lactose intolerance is acting up", ["milk"]), ("gluten puts me in bed for days", ["gluten"]),
      ("doctor told me to cut out dairy", ["milk"]), ("the allergist confirmed hazelnut", ["nuts"]),
      ("milk protein allergy", ["milk"]), ("no lactose please, intolerant", ["milk"]),
      ("sesame seed allergy", ["sesame"]),
      ("soy alérgico a los cacahuetes", ["peanut"]),
      ("ich bin allergisch gegen erdnüsse", ["peanut"]), ("je suis allergique aux arachides", ["peanut"]),
      ("sono allergico alle arachidi", ["peanut"]), ("fıstığa alerjim var", []),
    ] as [(String, Set<String>)])
  func readsStatedAllergies(_ text: String, _ added: Set<String>) {
    let statement = HealthStatement(text).allergies
    if !added.isEmpty { #expect(statement.added == added) }
    #expect(statement.removed.isEmpty && !statement.clearsAll)
  }

  @Test(
    arguments: [
      ("I'm not allergic to nuts any more", ["nuts", "peanut"]), ("I am no longer allergic to peanuts", ["peanut"]),
      ("I'm not allergic to eggs anymore", ["egg"]),
    ] as [(String, Set<String>)])
  func readsRetractedAllergies(_ text: String, _ removed: Set<String>) {
    let statement = HealthStatement(text).allergies
    #expect(statement.removed == removed && statement.added.isEmpty && !statement.clearsAll)
  }

  @Test(arguments: ["I have no allergies", "no allergies", "I am not allergic to anything"])
  func readsThatThereIsNone(_ text: String) {
    #expect(HealthStatement(text).allergies.clearsAll)
  }

  @Test(arguments: [
    "are people allergic to kiwi?", "I like nuts", "calories in milk", "I'm allergic to my alarm clock",
    "allergic to cats",
    "allergic to cardio lol", "", "gluten-free bread", "make me a plan with no dairy", "does milk make me bloated?",
    "milk doesn't make me sick", "should I cut out gluten?", "eggs make me happy", "how can I avoid nuts",
    "my dog can't have chocolate", "my stomach hurts, should I skip the gym",
    "I can't eat any more cake",
  ])
  func ignoresTextThatStatesNoAllergy(_ text: String) {
    #expect(HealthStatement(text).allergies.added.isEmpty)
  }

  @Test func keepsABoundedNumber() {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let names = letters.flatMap { letter in (1...8).map { "food\(letter)" + String(repeating: "xy", count: $0) } }
    let statement = HealthStatement("I'm allergic to " + names.joined(separator: ", ")).allergies
    #expect(statement.added.count <= 20)
    var facts = Facts()
    for index in 0..<20 {
      facts.apply(HealthStatement("I'm allergic to ab\(String(repeating: "c", count: index + 1))"))
    }
    for index in 0..<40 {
      facts.apply(HealthStatement("I'm allergic to de\(String(repeating: "f", count: index % 25 + 1))"))
    }
    #expect((facts.statedAllergies?.count ?? 0) <= Facts.maxStated)
  }

  @Test func addsAndRemovesInFacts() {
    var facts = Facts()
    facts.apply(HealthStatement("I'm allergic to peanuts and kiwi"))
    facts.apply(HealthStatement("and I'm lactose intolerant"))
    #expect(facts.statedAllergies == ["peanut", "kiwi", "milk"])
    #expect(facts.allergies == [.peanut, .milk])
    facts.apply(HealthStatement("I'm not allergic to kiwi any more"))
    #expect(facts.statedAllergies == ["peanut", "milk"])
    facts.apply(HealthStatement("I have no allergies"))
    #expect(facts.statedAllergies == [] && facts.allergies == [])
  }

  @Test func keepsFoodsThatAreOnlyLeftOutApart() {
    var facts = Facts()
    facts.separateAllergies()
    facts.allergies = [.nuts]
    #expect(facts.warned.isEmpty)
    // Earlier versions stored allergies only there.
    facts.statedAllergies = nil
    #expect(facts.warned == ["nuts"])
  }
}

@Suite struct FoodConflictTests {
  private static func foods(_ text: String, _ allergies: Set<String>) -> [String] {
    let text = FoodText(text)
    return FoodConflict.all(allergies, in: text, without: HealthStatement(text).positions).map(\.food)
  }

  @Test(
    arguments: [
      ("how much protein is in satay sauce?", ["peanut"], ["satay"]),
      ("calories in mayonnaise", ["egg"], ["mayonnaise"]),
      ("is pesto healthy?", ["nuts"], ["pesto"]), ("a kiwi please", ["kiwi"], ["kiwi"]),
      ("two prawns", ["shellfish"], ["prawns"]), ("two cookies", ["gluten"], ["cookies"]),
      ("hazlenut spread", ["nuts"], ["hazlenut spread"]),
      ("dragon fruit smoothie", ["dragon fruit"], ["dragon fruit"]),
      ("tofu and toast", ["soy", "gluten"], ["tofu", "toast"]), ("gluten free pancakes", ["egg"], ["pancakes"]),
      ("swap the chicken for shrimp", ["shellfish"], ["shrimp"]), ("sushi if we eat out", ["fish"], ["sushi"]),
      ("soba noodles with egg", ["buckwheat"], ["soba noodles"]), ("ful medames", ["fava bean"], ["ful medames"]),
    ] as [(String, Set<String>, [String])])
  func findsFoodsWithTheAllergen(_ text: String, _ allergies: Set<String>, _ foods: [String]) {
    #expect(Self.foods(text, allergies) == foods)
  }

  @Test(
    arguments: [
      ("satay sauce", []), ("chicken breast", ["peanut"]), ("butternut squash", ["nuts"]),
      ("is coconut milk healthy?", ["milk"]),
      ("gluten free bread", ["gluten"]), ("a plan without nuts", ["nuts"]), ("vegan mayo", ["egg"]),
      ("I'm allergic to peanuts", ["peanut"]), ("oat milk instead of milk", ["milk"]),
      ("leave out the eggs", ["egg"]), ("gluten free soy sauce", ["gluten"]), ("", ["milk"]),
      ("14 months sober", ["alcohol"]),
    ] as [(String, Set<String>)])
  func leavesOtherFoodsAlone(_ text: String, _ allergies: Set<String>) {
    #expect(Self.foods(text, allergies) == [])
  }

  @Test func warnsInASentence() {
    let conflicts = FoodConflict.all(["peanut", "soy"], in: FoodText("satay"))
    let warning = conflicts.allergyText("conflict.allergy")
    #expect(warning.contains("satay contains it") && warning.hasSuffix(" "))
    #expect(["conflict.allergy", "conflict.answer"].allSatisfy { [FoodConflict]().allergyText($0).isEmpty })
  }

  @Test func namesABoundedNumberOfFoods() {
    let all = String(repeating: "satay snickers marzipan pesto toast tofu milk cheese ", count: 90)
    #expect(Self.foods(all, RestrictedFoods.shared.keys).count <= FoodConflict.maxConflicts)
  }
}
