import Bytes
import Coach
import Consultations
import HealthModels

/// A consultation whose answers the built-in coach gives.
struct DemoDialogue: Sendable {
  let exchanges: [ConsultationImport.Exchange]
  /// The templates of each answer, with its time.
  let templates: [(draft: TemplateDraft, at: Timestamp)]
  let state: DialogueState

  /// - Parameters:
  ///   - start: the time of the first message.
  ///   - diary: the meals of the user at a time.
  init(
    _ consultation: DemoScript.Consultation, of person: DemoScript.Person, age: Int, from start: Timestamp,
    diary: (Timestamp) -> FoodDiary
  ) {
    var body = person.body
    body.age = age
    var generator = SeededGenerator("consultation of " + person.username, Int64(consultation.daysAgo))
    var (time, state) = (start, DialogueState())
    var exchanges: [ConsultationImport.Exchange] = []
    var templates: [(draft: TemplateDraft, at: Timestamp)] = []
    for message in consultation.messages {
      let facts = Facts(body).updated(by: state.facts)
      state.facts = facts
      let reply = BuiltInCoach().reply(
        to: CoachTurn(
          message: message, persona: consultation.persona, state: state, profile: facts, diary: diary(time)))
      state = reply.state
      let end = time.advanced(by: .milliseconds(generator.number(in: 900...4_200)))
      exchanges.append(.init(question: message, askedAt: time, answer: reply.text, answeredAt: end))
      templates += reply.templates.map { (draft: $0, at: end) }
      time = end.advanced(by: .seconds(generator.number(in: 20...180)))
    }
    self.exchanges = exchanges
    self.templates = templates
    self.state = state
  }
}
