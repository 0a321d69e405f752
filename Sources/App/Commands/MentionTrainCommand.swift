import ArgumentParser
import Evaluation
import Nutrition
import TextModels

/// `hearth mention-train OUTPUT FILE ...`
struct MentionTrainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mention-train",
    abstract: "Compute the classifier of foods that were eaten from labelled diaries. Needs no server.",
    discussion: """
      OUTPUT is written: mention_model.bin in Sources/Nutrition/Resources, which is compiled into the program. Each line of a \
      FILE is an object with text, foods, each with the words that name it, and in not the words for food that was not eaten. \
      Meals for hearth eval serve, too. The same files give the same table.
      """)

  /// The binary logarithm of the number of features, and the penalty on weights: decision 0062.
  private static let (bits, penalty): (Int, Float) = (16, 0.15)

  @Argument(help: "The file that is written.")
  var output: String
  @Argument(help: "Files of JSON lines.")
  var files: [String]

  func run() throws {
    let parser = EmbeddedMealParser()
    var training = ClassifierTraining(bits: Self.bits, penalty: Self.penalty)
    try CaseFiles(paths: files).readLines { value in
      for (mention, isEaten) in try MentionCase(value)?.mentions(parser) ?? [] {
        training.add(
          mention.context, circumstances: mention.circumstances, isEaten ? TextClassifier.none : FoodMention.uneaten)
      }
    }
    guard training.count > 0 else { throw CommandFailure("the files hold no foods") }
    try FileContents.replace(output, with: training.table())
    print("\(training.count) foods")
  }
}
