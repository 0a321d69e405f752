import HealthModels
package import Nutrition

/// The coach without a language model: deterministic, offline, without I/O or clock.
///
/// message → facts and intent → an answer from the diary, the nutrition table, a formula or a topic → text, templates, state
package struct BuiltInCoach: Sendable {
  let foodLookup: FoodLookup
  let topicsOff: Set<String>

  /// - Parameters:
  ///   - table: nil for the built-in one, which is read at the first message that needs it.
  ///   - topicsOff: names of topics that it does not answer.
  package init(table: FoodTable? = nil, parser: (any MealParser)? = nil, topicsOff: [String] = []) {
    // A name stands for its whole subject: `creatine` for `creatine-more` as well.
    self.topicsOff = Set(Self.topics.filter { name in topicsOff.contains { name == $0 || name.hasPrefix($0 + "-") } })
    foodLookup = FoodLookup(otherTable: table, parser: parser ?? EmbeddedMealParser(table: table))
  }

  /// Reads the tables of intents and questions, which the first message would otherwise wait for.
  package static func warmUp() {
    _ = IntentRule.all
    _ = QuestionSearch.examples
  }

  /// The names of all topics.
  package static var topics: [String] { Topic.all.map(\.name) }

  /// Answers one message. Equal turns give equal answers.
  package func reply(to turn: CoachTurn) -> CoachReply {
    var dialogue = Dialogue(turn, self)
    var reply = dialogue.answer()
    reply.text = Self.remark(reply.text, turn) + reply.text
    return reply
  }

  /// Returns the warning before an answer with foods that the user does not tolerate; the stage warned of the message's.
  private static func remark(_ text: String, _ turn: CoachTurn) -> String {
    guard let stated = turn.profile.statedAllergies, !stated.isEmpty else { return "" }
    let warned = Set(FoodConflict.all(stated, in: FoodText(turn.message)).map(\.key))
    let others = FoodConflict.all(stated, in: FoodText(text)).filter { !warned.contains($0.key) }
    return others.allergyText("conflict.answer")
  }

  /// Returns the greeting of a new consultation.
  package static func greeting(_ persona: Persona) -> String { Wording.text("greeting." + persona.rawValue) }
}
