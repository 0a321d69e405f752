import Bytes
import Coach
import Foundation
import HealthModels
import Runtime
import Storage
import TestSupport
import Testing

@testable import Consultations

@Suite struct SafetyGateTests {
  /// Records its turns and repeats the message.
  private final class EchoProvider: CoachProvider {
    private let calls = Locked([(turn: AnswerTurn, written: String)]())

    var turns: [AnswerTurn] { calls.withLock { $0.map(\.turn) } }
    var written: [String] { calls.withLock { $0.map(\.written) } }

    func answer(
      _ turn: AnswerTurn, after written: String, emit: @Sendable (String) async throws -> Void
    ) async throws -> AnswerOutcome {
      calls.withLock { $0.append((turn, written)) }
      try await emit("You said: " + turn.message)
      return AnswerOutcome(dialogueState: "echo")
    }
  }

  private final class StatementRecorder: HealthStatementStore {
    private let statements = Locked([HealthStatement]())

    var applied: [HealthStatement] { statements.withLock { $0 } }

    func apply(_ statement: HealthStatement, of userID: String) async throws {
      statements.withLock { $0.append(statement) }
    }
  }

  private final class Pieces: Sendable {
    private let pieces = Locked([String]())

    var all: [String] { pieces.withLock { $0 } }
    var text: String { all.joined() }

    func take(_ piece: String) { pieces.withLock { $0.append(piece) } }
  }

  private let provider = EchoProvider()
  private let statements = StatementRecorder()

  private func turn(_ message: String, allergies: Set<String>? = nil, history: [HistoryMessage] = []) -> AnswerTurn {
    var facts = Facts()
    facts.statedAllergies = allergies
    return AnswerTurn(
      userID: "u1", consultationID: "c", persona: .nutritionist, history: history, message: message,
      dialogueState: "state",
      facts: facts, diary: FoodDiary())
  }

  private func answer(
    _ turn: AnswerTurn, after written: String = ""
  ) async throws -> (text: String, pieces: [String], outcome: AnswerOutcome) {
    let gate = SafetyGate(provider, statements: self.statements, wordInterval: .zero)
    let pieces = Pieces()
    let outcome = try await gate.answer(turn, after: written) { pieces.take($0) }
    return (pieces.text, pieces.all, outcome)
  }

  @Test func answersADangerWithoutTheProvider() async throws {
    let (text, pieces, outcome) = try await answer(turn("I want to kill myself"))
    #expect(text.contains("988"))
    #expect(pieces.count > 10)
    #expect(provider.turns.isEmpty)
    #expect(outcome.templates.isEmpty && outcome.tokensUsed == nil && outcome.dialogueState == "state")
  }

  @Test func passesOtherMessagesToTheProvider() async throws {
    let (text, _, outcome) = try await answer(turn("hello"))
    #expect(text == "You said: hello" && outcome.dialogueState == "echo")
    #expect(statements.applied.isEmpty)
  }

  @Test func continuesAfterACrash() async throws {
    let whole = try await answer(turn("I want to kill myself")).text
    let written = String(whole.prefix(40))
    #expect(written + (try await answer(turn("I want to kill myself"), after: written)).text == whole)
    #expect(try await answer(turn("I want to kill myself"), after: whole).text.isEmpty)
    await #expect(throws: AnswerFailure.interrupted) {
      try await answer(turn("I want to kill myself"), after: "Something else")
    }
  }

  @Test func warnsBeforeTheProvidersAnswer() async throws {
    let turn = turn("is satay sauce healthy?", allergies: ["peanut"])
    let (text, _, _) = try await answer(turn)
    #expect(text.hasPrefix("Careful: ") && text.hasSuffix("You said: is satay sauce healthy?"))
    // A crash within the warning, and one after it.
    let warning = text.dropLast("You said: is satay sauce healthy?".count)
    let start = String(warning.prefix(20))
    #expect(start + (try await answer(turn, after: start)).text == text)
    #expect(provider.written.last == "")
    _ = try await answer(turn, after: warning + "You said")
    #expect(provider.written.last == "You said")
    await #expect(throws: AnswerFailure.interrupted) {
      try await answer(turn, after: String(repeating: "x", count: 2000))
    }
  }

  @Test func storesAStatementBeforeTheAnswer() async throws {
    _ = try await answer(turn("I'm allergic to peanuts"))
    #expect(statements.applied.map(\.allergies.added) == [["peanut"]])
    #expect(provider.turns.last?.facts.statedAllergies == ["peanut"])
    _ = try await answer(turn("I'm allergic to kiwi and I want to kill myself"))
    #expect(statements.applied.last?.allergies.added == ["kiwi"])
  }

  @Test func readsTheUsersEarlierMessages() async throws {
    let history = [
      HistoryMessage(number: 1, isUser: true, text: "I'm 14"), HistoryMessage(number: 2, isUser: false, text: "Noted."),
    ]
    let (text, _, outcome) = try await answer(turn("how do I lose weight fast?", history: history))
    #expect(text.contains("18"))
    #expect(outcome.facts == nil || outcome.facts?.body.age == nil)
    // A figure in a message of the coach is not one of the user.
    let own = [HistoryMessage(number: 1, isUser: false, text: "I'm 14")]
    #expect(try await answer(turn("how do I lose weight fast?", history: own)).text.hasPrefix("You said"))
  }

  @Test func dropsTheOpenQuestionOfTheBuiltInCoach() throws {
    let coach = BuiltInCoach()
    let asked = coach.reply(to: CoachTurn(message: "how many calories do I need?", persona: .nutritionist))
    let stored = String(decoding: try JSONEncoder().encode(asked.state), as: UTF8.self)
    let provider = BuiltInProvider(coach: coach, wordInterval: .zero)
    let danger = try #require(SafetyStage().verdict(on: "my chest hurts and my left arm is numb").finding)
    let state = try JSONDecoder().decode(
      DialogueState.self, from: Data(provider.interrupted(stored, because: danger).utf8))
    #expect(asked.state != state)
    let after = coach.reply(to: CoachTurn(message: "41", persona: .nutritionist, state: state))
    #expect(!after.text.contains("How tall"))
    #expect(provider.interrupted("not JSON", because: danger) == "not JSON")
  }

  @Test func keepsAllergiesOfAUserAcrossConsultations() async throws {
    let database = try await TestDatabase.make(users: ["u1"])
    let statements = HealthStatementRepository(database: database)
    func stored() async throws -> Facts {
      try await database.read { try FactsRepository.find("u1", in: $0).facts }
    }
    try await statements.apply(HealthStatement("I'm allergic to peanuts and kiwi"), of: "u1")
    #expect(try await stored().statedAllergies == ["peanut", "kiwi"])
    // An answer that began before the statement must not undo it.
    var stale = Facts()
    stale.body.age = 40
    stale.statedAllergies = []
    let learned = stale
    try await database.write { try FactsRepository.add(learned, userID: "u1", at: .init(milliseconds: 5), in: $0) }
    #expect(try await stored().statedAllergies == ["peanut", "kiwi"])
    #expect(try await stored().body.age == 40)
    try await statements.apply(HealthStatement("I'm not allergic to peanuts any more"), of: "u1")
    #expect(try await stored().statedAllergies == ["kiwi"])
    #expect(try await stored().allergies == [])
    // An unknown user is ignored.
    try await statements.apply(HealthStatement("I'm allergic to peanuts"), of: "nobody")
  }

  @Test func includesKnownAllergiesInTheInstructions() {
    #expect(ModelInstructions.text(turn("hi", allergies: ["peanut", "kiwi"])).contains("intolerant to: kiwi, peanut."))
    #expect(!ModelInstructions.text(turn("hi")).contains("intolerant to"))
  }
}
