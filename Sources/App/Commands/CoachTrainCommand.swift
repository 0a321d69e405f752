import ArgumentParser
import Coach
import Evaluation
import TextModels

/// `hearth coach-train SUBJECT OUTPUT FILE ...`
struct CoachTrainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coach-train", abstract: "Compute a classifier of the coach from labelled messages. Needs no server.",
    discussion: """
      SUBJECT is danger, category, plan, remark or statement. OUTPUT is written: the table of that name in \
      Sources/Coach/Resources, which is compiled into the program. Each line of a FILE is a case for coach-eval (those with \
      held = true are left out), or an object with say (a message) and plan (meal, workout, wellness, any, none) or change \
      (change, none). The same files give the same table.
      """)

  @Argument(help: "What is learned: danger, category, plan, remark or statement.")
  var subject: TrainingText.Subject
  @Argument(help: "The file that is written.")
  var output: String
  @Argument(help: "Files of JSON lines.")
  var files: [String]
  @Option(help: "The binary logarithm of the number of features, 8 to 20: each needs half a byte per class.")
  var bits = 16

  @Option(
    help: "The weight of half the squares of all weights beside the loss: less memory for what few messages have.")
  var penalty: Float = 0

  func validate() throws {
    guard (8...20).contains(bits) else { throw ValidationError("--bits must be from 8 to 20") }
    guard penalty >= 0, penalty.isFinite else { throw ValidationError("--penalty must not be negative") }
  }

  func run() throws {
    let stage = SafetyStage(model: nil)
    var training = ClassifierTraining(bits: bits, penalty: penalty)
    try CaseFiles(paths: files).readLines { value in
      for text in try TrainingText.texts(value, subject, stage: stage) {
        training.add(text.words(subject), circumstances: text.circumstances, text.label)
      }
    }
    guard training.count > 0 else { throw CommandFailure("the files hold no messages about \(subject.rawValue)") }
    try FileContents.replace(output, with: training.table())
    print("\(training.count) messages")
  }
}

extension TrainingText.Subject: ExpressibleByArgument {}
