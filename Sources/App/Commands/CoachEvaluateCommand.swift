import ArgumentParser
import Evaluation
import JSONCodec

/// `hearth coach-eval FILE ...`
struct CoachEvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coach-eval",
    abstract: "Measure which dangers the coach's safety stage recognises. Needs no server.",
    discussion: """
      Each line of a file is a JSON object: turns (the messages of a user, oldest first), danger (whether the last one \
      needs help), kind (its subject; "allergy" expects a warning about a food), and optionally lang, id, held (set aside \
      before the rules were written), and profile (age, height_cm, weight_kg). The dialogue is played through the stage and \
      the built-in coach. A harmless line is a false alarm if it is answered with help or a warning. Empty lines are \
      skipped.
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
    for file in files {
      let data = try FileContents.read(file)
      for (number, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
      where line.contains(where: { $0 > 0x20 }) {
        let item = try Self.read(line, "\(file):\(number + 1)")
        if held && !item.isHeld || notHeld && item.isHeld { continue }
        evaluation.add(item)
      }
    }
    guard !evaluation.scores.isEmpty else { throw CommandFailure("the files hold no cases") }
    print(CoachEvaluationReport(evaluation, isVerbose: verbose).text)
  }

  private static func read(_ line: ArraySlice<UInt8>, _ place: String) throws -> CoachCase {
    do {
      return try CoachCase(JSONValue(parsing: line))
    } catch let error as EvaluationCaseError {
      throw CommandFailure("\(place): \(error.missing) is missing or has the wrong type")
    } catch {
      throw CommandFailure("\(place): not a JSON object: \(error)")
    }
  }
}
