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
    for file in files {
      let data = try FileContents.read(file)
      for (number, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      where line.contains(where: { $0 > 0x20 }) {
        switch try Self.read(line, "\(file):\(number + 1)") {
        case .dialogue(let item): if accepts(item.isHeld) { evaluation.add(item) }
        case .conversation(let item): if accepts(item.isHeld) { conversations.add(item) }
        }
      }
    }
    guard !evaluation.scores.isEmpty || !conversations.scores.isEmpty else {
      throw CommandFailure("the files hold no cases")
    }
    if !evaluation.scores.isEmpty { print(CoachEvaluationReport(evaluation, isVerbose: verbose).text) }
    if !conversations.scores.isEmpty { print(ConversationReport(conversations, isVerbose: verbose).text) }
  }

  private func accepts(_ isHeld: Bool) -> Bool { held ? isHeld : notHeld ? !isHeld : true }

  private enum Line {
    case dialogue(CoachCase)
    case conversation(ConversationCase)
  }

  private static func read(_ line: ArraySlice<UInt8>, _ place: String) throws -> Line {
    do {
      let value = try JSONValue(parsing: line)
      return ConversationCase.isOne(value)
        ? .conversation(try ConversationCase(value)) : .dialogue(try CoachCase(value))
    } catch let error as EvaluationCaseError {
      throw CommandFailure("\(place): \(error.missing) is missing or has the wrong type")
    } catch {
      throw CommandFailure("\(place): not a JSON object: \(error)")
    }
  }
}
