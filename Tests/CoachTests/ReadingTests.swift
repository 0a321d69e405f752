import HealthModels
import Testing
import TextModels

@testable import Coach

@Suite struct ReadingTests {
  @Test(arguments: [
    ("I'm 82kg!", ["im", "82", "kg"]), ("Crème brûlée, 2,000 kcal.", ["creme", "brulee", "2000", "kcal"]),
    ("1.75 m", ["1.75", "m"]), ("  ", []), ("82.", ["82"]), ("日本 rice", ["rice"]), ("\u{0}\u{1}x", ["x"]),
  ])
  func cutsAMessageIntoWords(_ text: String, _ words: [String]) {
    #expect(Utterance(text).words == words)
  }

  @Test func looksAtABoundedNumberOfWords() {
    #expect(Utterance(String(repeating: "word ", count: 5000)).words.count == Utterance.maxWords)
  }

  @Test(
    arguments: [
      ("I am 34 years old", nil, 34), ("aged 52", nil, 52), ("34", FactName.age, 34), ("34", nil, nil),
      ("I'm 28, female", nil, 28), ("10 years ago", nil, nil),
      ("I'm a 41 year old man", nil, 41), ("41-year-old", nil, 41), ("a year ago", nil, nil),
      ("75", FactName.weight, nil), ("168", FactName.height, nil), ("female, 34, 168 cm, 70 kg", nil, 34),
      ("5 ft 11, 180 lbs", nil, nil), ("1 m 78, 80 kg", nil, nil), ("80 kg, 4 days a week", nil, nil),
      ("16, 5'6, 95 lbs", nil, 16), ("5'6, 100 lbs", nil, nil), ("I'm only fourteen", nil, 14),
      ("vegetarian for 3 years", nil, nil), ("same chair 12 years", nil, nil), ("first swim in 6 yrs", nil, nil),
      ("my daughter is 13", nil, nil), ("my boy, age 9, eats nothing", nil, nil), ("my 11 year old son", nil, nil),
      ("our daughter is 12", nil, nil), ("28 years", FactName.age, 28), ("52 yo", nil, 52),
    ] as [(String, FactName?, Int?)])
  func readsAnAge(_ text: String, _ asked: FactName?, _ age: Int?) {
    #expect(facts(text, asked).body.age == age)
  }

  @Test(
    arguments: [
      ("178 cm", nil, 178), ("1.78 m", nil, 178), ("1 m 78", nil, 178), ("5 feet 11", nil, 180), ("5'11\"", nil, 180),
      ("5’4", nil, 163), ("178", FactName.height, 178), ("1.7", FactName.height, 170), ("12 cm", nil, nil),
    ] as [(String, FactName?, Double?)])
  func readsAHeight(_ text: String, _ asked: FactName?, _ centimetres: Double?) {
    #expect(facts(text, asked).body.heightCentimetres?.rounded() == centimetres)
  }

  @Test(
    arguments: [
      ("I weigh 82 kg", nil, 82), ("180 lbs", nil, 82), ("11 stone", nil, nil), ("I weigh 12 stone", nil, 76),
      ("82", FactName.weight, 82), ("I want to lose 30 kg", nil, nil), ("lost 30 kg, now I weigh 90 kg", nil, 90),
      ("200 g of rice", nil, nil), ("820 kg", nil, nil),
    ] as [(String, FactName?, Double?)])
  func readsAWeight(_ text: String, _ asked: FactName?, _ kilograms: Double?) {
    #expect(facts(text, asked).body.weightKilograms?.rounded() == kilograms)
  }

  @Test func reportsAnImplausibleFigure() {
    var reader = BodyReader(Utterance("I weigh 820 kg"), asked: nil)
    var facts = Facts()
    reader.read(into: &facts)
    #expect(facts.body.weightKilograms == nil)
    #expect(reader.doubts == ["I read a weight of 820 kg, which cannot be right."])
  }

  @Test(
    arguments: [
      ("I have a desk job", nil, BodyProfile.Activity.sedentary), ("very active", nil, .active),
      ("moderately active", nil, .moderate),
      ("4 times a week", FactName.activity, .moderate), ("hardly at all", .activity, .sedentary),
      ("I am an athlete", nil, .athlete), ("active", nil, nil),
      ("pretty active, I train 4 times a week", nil, .moderate), ("I run twice a week", nil, .light),
      ("I go to the gym 6 days a week", nil, .active), ("a workout plan for 6 days a week", nil, nil),
      ("pretty active", nil, .moderate),
    ] as [(String, FactName?, BodyProfile.Activity?)])
  func readsActivity(_ text: String, _ asked: FactName?, _ activity: BodyProfile.Activity?) {
    #expect(facts(text, asked).body.activity == activity)
  }

  @Test(
    arguments: [
      ("no nuts please", [Facts.Allergen.nuts, .peanut]), ("no walnuts", [.nuts]), ("no peanuts", [.peanut]),
      ("I am allergic to peanuts and shellfish", [.peanut, .shellfish]),
      ("gluten free", [.gluten]), ("I'm lactose intolerant", [.milk]), ("without egg", [.egg]), ("no allergies", []),
    ] as [(String, Set<Facts.Allergen>)])
  func readsAllergies(_ text: String, _ allergens: Set<Facts.Allergen>) {
    #expect(facts(text).allergies == allergens)
  }

  @Test(arguments: ["I like nuts", "eggs and milk", "fish is great"])
  func takesNoFoodForAnAllergy(_ text: String) {
    #expect(facts(text).allergies == nil)
  }

  @Test func readsGoalsAndDiets() {
    #expect(facts("I want to lose weight").body.goal == .lose)
    #expect(facts("lose 5 kg").body.goal == .lose)
    #expect(facts("I want to build muscle").body.goal == .gain)
    #expect(facts("vegan meals").diet == .vegan)
    #expect(facts("I'm not vegetarian").diet == .everything)
  }

  @Test func mergesNewFactsIntoKnownFacts() {
    let known = facts("I'm 34, female, allergic to nuts")
    let all = known.updated(by: facts("no milk, and I weigh 70 kg"))
    #expect(all.body.age == 34)
    #expect(all.body.weightKilograms == 70)
    #expect(all.allergies == [.nuts, .peanut, .milk])
    #expect(all.updated(by: facts("no allergies")).allergies == [])
  }

  private func facts(_ text: String, _ asked: FactName? = nil) -> Facts {
    var facts = Facts()
    var reader = BodyReader(Utterance(text), asked: asked)
    reader.read(into: &facts)
    reader.readGoals(into: &facts)
    return facts
  }
}
