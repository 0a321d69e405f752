import HealthModels
import Nutrition
import Testing

@testable import Coach

/// Foods are looked up only in messages about food.
@Suite struct FoodEvidenceTests {
  private static let coach = BuiltInCoach()

  private static func answer(_ message: String) -> String {
    coach.reply(to: CoachTurn(message: message, persona: .generalWellness)).text
  }

  @Test(arguments: [
    "my heart is racing", "dizzy and my heart is racing", "my tongue feels weird", "blood", "I feel like liver",
    "heart",
    "my sugar is 95, I feel shaky", "I feel fat", "I have no energy", "shaky", "there is blood everywhere",
    "my liver hurts after I drank coffee", "my head hurts", "I feel sick", "my stomach is weird", "my kidney hurts",
    "I took too many sleeping pills", "my chest is on fire", "I am so sad today", "help me", "my car broke down",
    "what a day", "my dog is ill", "I lost my keys", "the train was late again", "my leg is broken",
    "running or swimming", "is my heart ok?", "do my lungs look fine", "brocolli is what my dog is called",
  ])
  func looksUpNoFoodInOtherSentences(_ message: String) {
    #expect(!Self.answer(message).contains("USDA"), "\(Self.answer(message))")
    #expect(!Self.answer(message).contains("serving"), "\(Self.answer(message))")
  }

  @Test(arguments: [
    ("chicken breast", "chicken breast"), ("2 eggs", "egg"), ("banana", "banana"), ("a banana please", "banana"),
    ("200 g chicken", "chicken"), ("beef liver", "liver"), ("how much protein is in beef liver", "liver"),
    ("is liver healthy?", "iver"), ("how many calories in kidney beans", "kidney bean"),
    ("I had a banana", "banana"), ("I ate 2 slices of pizza", "pizza"),
    ("how much protein is in chiken breast", "chicken"),
    ("how many calories in brocolli", "broccoli"), ("rice or pasta", "rice"), ("tell me about oats", "oat"),
    ("I feel tired, how much protein is in eggs?", "egg"), ("how much sugar is in an apple", "apple"),
    ("how much fat is in cheese", "cheese"), ("1 cup of rice", "rice"), ("what about yogurt", "yogurt"),
  ])
  func looksFoodsUpInQuestionsAboutFood(_ message: String, _ food: String) {
    let answer = Self.answer(message)
    #expect(answer.contains("kcal") || answer.contains(" g of ") || answer.contains("100 g"), "\(answer)")
    #expect(answer.lowercased().contains(food), "\(answer)")
  }

  @Test func sendsSymptomsToADoctor() {
    #expect(Self.answer("my elbow hurts a bit").contains("doctor"))
  }

  @Test func plansAndSuggestionsOmitStatedAllergens() throws {
    var facts = Facts()
    facts.statedAllergies = ["milk", "banana", "gluten"]
    for turn in 0..<5 {
      var state = DialogueState()
      state.turns = turn
      let reply = Self.coach.reply(
        to: CoachTurn(
          message: "make me a 2,000 kcal meal plan", persona: .nutritionist, state: state, profile: facts))
      guard case .meal(let plan)? = reply.templates.first else {
        Issue.record("\(reply.text)")
        continue
      }
      #expect(plan.items.allSatisfy { FoodConflict.all(facts.warned, in: FoodText($0.food)).isEmpty })
      #expect(reply.text.contains("leaves out banana, gluten and milk"))
    }
  }

  @Test func remarksOnFoodsThatAnAnswerNames() {
    var facts = Facts()
    facts.statedAllergies = ["peanut"]
    let topic = "should I drink protein shakes?"
    #expect(!Self.answer(topic).contains("Careful"))
    func answer(_ message: String) -> String {
      Self.coach.reply(to: CoachTurn(message: message, persona: .nutritionist, profile: facts)).text
    }
    #expect(!answer(topic).contains("Careful"))
    // The safety stage has warned of the foods of the message.
    #expect(!answer("how much protein is in peanut butter").contains("Careful"))
    let foods = answer("what do you know about me?")
    #expect(foods.contains("peanut") && !foods.contains("Careful"))
  }
}
