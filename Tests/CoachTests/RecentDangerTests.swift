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
      if let finding = verdict.finding {
        state.interrupt(because: finding)
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

  @Test(arguments: ["its gone now. can i run today", "ok but can i train legs tomorrow", "is it ok to lift light"])
  func nobodyIsSentToTrainAfterAnEmergency(_ question: String) {
    let answer = Self.answer(["i passed out during squats today", question])
    #expect(answer.danger == nil && answer.text.contains("comes first"), "\(answer)")
  }

  @Test(arguments: ["can you give me a 1200 kcal plan", "how many calories do i need", "i want to lose 5 kg"])
  func noFiguresFollowAnEatingDisorder(_ request: String) {
    let answer = Self.answer(["i make myself sick after eating", "i feel ashamed", "thanks for listening", request])
    #expect(answer.text.contains("would not be good for you"), "\(answer)")
  }

  @Test func noPlanIsChangedAfterAnEatingDisorder() {
    let messages = ["make me a meal plan", "i make myself sick after eating", "i feel ashamed", "make it 1200 kcal"]
    let answer = Self.answer(messages)
    #expect(answer.text.contains("would not be good for you") && !answer.text.contains("1,2"), "\(answer)")
  }

  @Test(arguments: [
    "my partner beats me", "he hit me again last nite", "hubby gets violent when drunk", "my dad hits me",
    "mein mann schlägt mich", "mi marido me pega", "mon mari m'a frappée hier", "il mio ragazzo mi picchia",
    "meu marido me bateu", "kocam beni dövüyor",
  ])
  func violenceAtHomeIsADanger(_ message: String) { #expect(Self.answer([message]).danger == .violence) }

  @Test(arguments: [
    "my brother beats me at squash every week", "my wife beat me in the 5k lol", "that hill hit me hard",
    "my dad beat me up the hill again, what a climb", "hit me with a leg workout",
  ])
  func sportIsNoViolence(_ message: String) { #expect(Self.answer([message]).danger == nil) }

  @Test(arguments: [
    "my gums bleed when i brush", "which laxative is best", "im still coughing a bit",
    "i think i have sciatica, pain goes down my leg", "havent been to the toilet in 4 days",
    "my hair is coming out in clumps", "zits wont go away",
    "going through a breakup, cant stop crying",
  ])
  func everydayComplaintsAreNoDanger(_ message: String) { #expect(Self.answer([message]).danger == nil) }
}
