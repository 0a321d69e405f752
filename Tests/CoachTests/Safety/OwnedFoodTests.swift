import HealthModels
import Testing
import TextModels

@testable import Coach

/// Messages that name foods without a restriction.
@Suite struct OwnedFoodTests {
  @Test(arguments: [
    "i have an egg, rice and half an onion what can i cook", "milk and oats in the fridge", "and bananas?",
  ])
  func whatIsAtHandIsNoAllergy(_ message: String) { #expect(HealthStatement(message).isEmpty) }

  @Test(arguments: ["i have an egg allergy", "i have a nut allergy and half an onion left", "i can't have milk"])
  func anAllergyIsOne(_ message: String) { #expect(!HealthStatement(message).allergies.added.isEmpty) }

  @Test func aDietEndsWithTheFirstMealAgainstIt() {
    #expect(HealthStatement("i eat pork again").conditions.removed == [.porkFree])
  }

  @Test func redMeatIsCalledSo() {
    var facts = Facts()
    facts.separateAllergies()
    facts.apply(HealthStatement("i can't eat red meat"))
    #expect(facts.excludedFoods == ["red meat"])
  }

  @Test func aWaistIsNoHeight() {
    var facts = Facts()
    var reader = BodyReader(Utterance("my waist is 105 cm"), asked: nil)
    reader.read(into: &facts)
    #expect(facts.body.heightCentimetres == nil)
  }
}
