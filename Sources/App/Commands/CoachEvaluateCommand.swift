import ArgumentParser
import Evaluation
import JSONCodec

/// `hearth coach-eval FILE ...`
struct CoachEvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coach-eval",
    abstract: "Measure the coach: dangers that it recognises, and answers to the point. Needs no server.",
    discussion: """
      Each line of a file is a JSON object, of one of two kinds. A dialogue of the safety stage has turns (the messages of a user, oldest first), danger (whether the last one \
      needs help), kind (its subject; "allergy" expects a warning about a food), and optionally lang, id, held (set aside \
      before the rules were written), and profile (age, height_cm, weight_kg). The dialogue is played through the stage and \
      the built-in coach. A harmless line is a false alarm if it is answered with help or a warning.

      A conversation has turns of objects: say (the message), must, any and must_not (texts of the answer: all, one, none), \
      template (the kind of the template that it must make); and optionally persona, id and held. Empty lines are skipped.
      """)

  @Argument(help: "Files of JSON lines.")
  var files: [String]
  @Flag(help: "List missed dangers and false alarms.")
  var verbose = false
  @Flag(help: "Only lines with held = true.")
  var held = false
  @Flag(help: "Only lines without held = true.")
  var notHeld = false

  func validate() throws {
    if held, notHeld { throw ValidationError("--held and --not-held exclude each other") }
  }

  func run() throws {
    var evaluation = CoachEvaluation()
    var conversations = ConversationEvaluation()
    try CaseFiles(paths: files).readLines { value in
      if ConversationCase.isOne(value) {
        let item = try ConversationCase(value)
        if accepts(item.isHeld) { conversations.add(item) }
      } else {
        let item = try CoachCase(value)
        if accepts(item.isHeld) { evaluation.add(item) }
      }
    }
    guard !evaluation.scores.isEmpty || !conversations.scores.isEmpty else {
      throw CommandFailure("the files hold no cases")
    }
    if !evaluation.scores.isEmpty { print(CoachEvaluationReport(evaluation, isVerbose: verbose).text) }
    if !conversations.scores.isEmpty { print(ConversationReport(conversations, isVerbose: verbose).text) }
  }

  private func accepts(_ isHeld: Bool) -> Bool { held ? isHeld : notHeld ? !isHeld : true }
}
