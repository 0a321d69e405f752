import Testing

@testable import Coach

/// Short questions that the last one completes.
@Suite struct FollowUpTests {
  @Test(arguments: [
    (["is oatmeal good for cholesterol", "and shrimp?"], "Prawns"),
    (["can i eat sushi while pregnant", "what about smoked salmon?"], "until steaming"),
    (["is salmon high in mercury", "and cod"], "Least:"),
    (["can i drink coffee with iron tablets", "and tea?", "orange juice?"], "with orange juice"),
    (["how much water should i drink", "and kids?"], "children"),
  ])
  func answersWithTheLastQuestion(_ messages: [String], _ text: String) {
    var dialogue = Conversation(BuiltInCoach(), persona: .nutritionist)
    let answer = messages.map { dialogue.say($0) }.last ?? ""
    #expect(answer.contains(text), "\(answer)")
  }

  @Test(arguments: [
    (["calories in a banana", "and an apple?"], "apple"),
    (["is salmon high in mercury", "how are you"], "Running well"),
  ])
  func otherMessagesStandAlone(_ messages: [String], _ text: String) {
    var dialogue = Conversation(BuiltInCoach(), persona: .nutritionist)
    let answer = messages.map { dialogue.say($0) }.last ?? ""
    #expect(answer.contains(text), "\(answer)")
  }

  @Test func noPlaceholderOfATopicIsShown() {
    var dialogue = Conversation(BuiltInCoach(), persona: .nutritionist)
    let answers = ["how much protein do i need", "and with training?"].map { dialogue.say($0) }
    #expect(answers.allSatisfy { !$0.contains("{") }, "\(answers)")
  }
}
