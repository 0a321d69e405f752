import Foundation
import Testing
import TextModels

@testable import Coach

/// Short replies, goals and exercises.
@Suite struct DialogueActTests {
  @Test(
    arguments: [
      ("yes", .yes), ("ok do it", .yes), ("sure, go ahead", .yes), ("nah", .no), ("no thanks", .no), ("why?", .why),
      ("says who?", .source), ("whats your source for that?", .source), ("tell me more", .more),
      ("another one please", .another),
      ("too long, make it shorter", .shorter),
    ] as [(String, DialogueAct)])
  func readsAnAct(_ message: String, _ act: DialogueAct) { #expect(DialogueAct(Utterance(message)) == act) }

  @Test(arguments: [
    "yes I had two eggs", "no nuts", "why is bread bad", "more protein", "another 200 kcal", "ok google", "",
  ])
  func otherMessagesAreNoAct(_ message: String) { #expect(DialogueAct(Utterance(message)) == nil) }

  @Test(
    arguments: [
      ("I want to get to 70 kg", 70), ("how long until 72 kg?", 72), ("my goal weight is 65", 65),
      ("from 80 kg to 70 kg", 70),
      ("I'd like to weigh 60 kg", 60), ("reach 150 lbs", 68.04),
    ])
  func readsAGoalWeight(_ message: String, _ kilograms: Double) throws {
    let goal = try #require(Figures(Utterance(message), asked: nil).values[.goalWeight])
    #expect(abs(goal - kilograms) < 0.01)
  }

  @Test(arguments: ["I weigh 80 kg", "lose 5 kg", "I want to lose 10 kg", "80 kg, 180 cm", "200 g of rice"])
  func readsNoGoalWeight(_ message: String) {
    #expect(Figures(Utterance(message), asked: nil).values[.goalWeight] == nil)
  }

  /// An infinite figure could not be stored with the dialogue.
  @Test(arguments: ["get to 2 kg", "get to 5000 kg", "I want to get to \(String(repeating: "9", count: 308)) stone"])
  func ignoresAnImplausibleGoalWeight(_ message: String) throws {
    #expect(Figures(Utterance(message), asked: .goalWeight).values[.goalWeight] == nil)
    let reply = BuiltInCoach().reply(to: CoachTurn(message: message, persona: .nutritionist))
    _ = try JSONEncoder().encode(reply.state)
  }

  @Test func aGoalWeightDoesNotReplaceTheWeight() {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("I weigh 80 kg")
    #expect(dialogue.say("how long until 70 kg?").contains("20 weeks"))
    let known = dialogue.say("what do you know about me?")
    #expect(known.contains("80 kg") && known.contains("a goal weight of 70 kg"), "\(known)")
  }

  @Test func refusesAGoalWeightBelowTheHealthyRange() {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("I'm 34, female, 170 cm and 60 kg")
    #expect(dialogue.say("how long until 48 kg?").contains("below the healthy range"))
  }

  @Test func aQuestionIsExplained() {
    var dialogue = Conversation(BuiltInCoach())
    _ = dialogue.say("how many calories do I need?")
    let answer = dialogue.say("why?")
    #expect(answer.contains("Mifflin") && answer.hasSuffix("The formula needs one of the two."), "\(answer)")
  }

  @Test func noAdmissionIsRepeated() {
    var dialogue = Conversation(BuiltInCoach())
    var said: Set<String> = []
    for number in 0..<12 { #expect(said.insert(dialogue.say("qwertz uiop\(number)")).inserted) }
  }

  @Test func exercisesAreKnownByName() {
    var dialogue = Conversation(BuiltInCoach())
    #expect(dialogue.say("how do I do a deadlift?").contains("hinge from the hip"))
    #expect(dialogue.say("and which muscles does it work?").contains("hamstrings"))
    let spared = dialogue.say("my knee hurts when I squat")
    #expect(spared.contains("Stop where it hurts") && !spared.contains("lunge"), "\(spared)")
    #expect(dialogue.say("exercises for my back at home").contains("superman"))
  }

  @Test(
    arguments: [
      ("quiero bajar de peso", "inglés"), ("was soll ich heute essen", "Englisch"),
      ("je veux perdre du poids", "anglais"),
      ("voglio perdere peso per l'estate", "inglese"), ("quero perder peso", "inglês"),
      ("kilo vermek istiyorum", "İngilizce"),
    ])
  func otherLanguagesGetOneSentence(_ message: String, _ word: String) {
    let reply = BuiltInCoach().reply(to: CoachTurn(message: message, persona: .nutritionist))
    #expect(reply.text.contains(word), "\(reply.text)")
  }
}
