import HealthModels
import Testing

@testable import Coach

/// Corrections of a meal before and after it is logged.
@Suite struct LogCorrectionTests {
  /// The effects of the last message of a dialogue.
  private static func effects(_ messages: [String]) -> (reply: CoachReply, text: String) {
    let coach = BuiltInCoach()
    var reply = CoachReply(text: "", state: DialogueState())
    for message in messages {
      reply = coach.reply(to: CoachTurn(message: message, persona: .nutritionist, state: reply.state))
    }
    return (reply, reply.text)
  }

  @Test(arguments: [
    ("no 3", "3 eggs", "breakfast"), ("no, it was 3 eggs", "3 eggs", "breakfast"),
    ("i had it for lunch", "2 eggs", "lunch"), ("sorry i meant a banana", "a banana", "breakfast"),
    ("it was for dinner not breakfast", "2 eggs", "dinner"),
  ])
  func correctsTheMealThatIsOffered(_ message: String, _ text: String, _ type: String) {
    let reply = Self.effects(["log 2 eggs for breakfast", message, "yes"]).reply
    #expect(reply.meal == MealInWords(text: text, mealType: type))
    #expect(reply.removedMeal == nil)
  }

  @Test func replacesTheMealThatWasLogged() {
    let (reply, text) = Self.effects(["log 2 eggs for breakfast", "yes", "no wait it was 3 eggs"])
    #expect(reply.removedMeal == MealInWords(text: "2 eggs", mealType: "breakfast"))
    #expect(reply.meal == MealInWords(text: "3 eggs", mealType: "breakfast"))
    #expect(text.contains("in place of 2 eggs"))
  }

  @Test func keepsTheAmountOfTheFoodThatIsReplaced() {
    let reply = Self.effects(["log a glass of milk for lunch", "i meant oat milk", "yes"]).reply
    #expect(reply.meal == MealInWords(text: "1 glass of oat milk", mealType: "lunch"))
  }

  @Test(arguments: ["delete it", "undo that please", "i didnt eat it after all"])
  func removesTheMealThatWasLogged(_ message: String) {
    let reply = Self.effects(["log 2 eggs for breakfast", "yes", message]).reply
    #expect(reply.removedMeal == MealInWords(text: "2 eggs", mealType: "breakfast"))
    #expect(reply.meal == nil)
  }

  @Test func addsAFurtherFood() {
    let reply = Self.effects(["log 2 eggs for breakfast", "yes", "and a coffee with milk", "yes"]).reply
    #expect(reply.meal == MealInWords(text: "coffee with milk", mealType: "breakfast"))
    #expect(reply.removedMeal == nil)
  }

  /// A message about something else, also one that names a food, changes nothing.
  @Test(arguments: [
    "thanks", "how much protein was that", "actually i hate bananas", "delete my weight", "is it healthy?",
  ])
  func leavesTheLogAlone(_ message: String) {
    let reply = Self.effects(["log 2 eggs for breakfast", "yes", message]).reply
    #expect(reply.removedMeal == nil && reply.meal == nil, "\(reply.text)")
  }
}
