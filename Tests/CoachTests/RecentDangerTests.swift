import HealthModels
import Testing

@testable import Coach

/// Messages after a danger, which are no small talk.
@Suite struct RecentDangerTests {
  /// The answer to the last of the messages, as a consultation gives it.
  private static func answer(_ messages: [String]) -> (danger: SafetyFinding.Category?, text: String) {
    let (stage, coach) = (SafetyStage(), BuiltInCoach())
    var (state, facts, last) = (DialogueState(), Facts(), (danger: SafetyFinding.Category?.none, text: ""))
    for (index, message) in messages.enumerated() {
      let verdict = stage.verdict(on: message, after: Array(messages[..<index]), facts: facts)
      facts.apply(verdict.statement)
      last = (verdict.finding?.category, verdict.finding?.reply ?? "")
      guard verdict.finding == nil else {
        state.drop()
        continue
      }
      let reply = coach.reply(
        to: CoachTurn(
          message: message, persona: .generalWellness, state: state, profile: facts, recentDanger: verdict.recent))
      (state, last.text) = (reply.state, reply.text)
    }
    return last
  }

  @Test(arguments: [
    (["i have a crushing pain in my chest and my left arm is numb", "it goes when i rest"], "comes first"),
    (["i want to kill myself", "yes i mean it"], "crisis line"),
    (["i took 20 paracetamol an hour ago", "i feel fine though"], "poison control"),
    (["my blood sugar is 48 and i am shaking, i use insulin", "should i take less tonight?"], "diabetes team"),
  ])
  func keepsToTheHelpThatWasNeeded(_ messages: [String], _ words: String) {
    let last = Self.answer(messages)
    #expect(last.danger != nil || last.text.contains(words), "\(last.text)")
  }

  @Test(arguments: [
    ["i have a crushing pain in my chest and my left arm is numb", "ok thank you"],
    ["i have a crushing pain in my chest and my left arm is numb", "make me a workout plan"],
  ])
  func answersWhatIsNotAboutIt(_ messages: [String]) {
    #expect(!Self.answer(messages).text.contains("comes first"))
  }

  @Test func endsAfterTwoMessages() {
    let messages = ["i want to kill myself", "hello", "what is fiber?", "my cat sat on the keyboard, haha"]
    #expect(!Self.answer(messages).text.contains("crisis line"))
  }
}
