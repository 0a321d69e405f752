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
      OUTPUT is written: mentions.bin in the folder of a language in Sources/Nutrition/Resources/languages, which is compiled \
      into the program. Each line of a FILE is an object with text, lang (its language, English without it), foods, each with \
      the words that name it, and in not the words for food that was not eaten. Lines in other languages than --language and \
      those with held = true are passed over. Meals for hearth eval serve, too. The same files give the same table.
      """)

  /// The binary logarithm of the number of features, and the penalty on weights: decision 0062.
  private static let (bits, penalty): (Int, Float) = (16, 0.15)

  @Argument(help: "The file that is written.")
  var output: String
  @Argument(help: "Files of JSON lines.")
  var files: [String]
  @Option(help: "The language of the lines that are read: its ISO 639-1 code.")
  var language = "en"

  func run() throws {
    let parser = EmbeddedMealParser()
    var training = ClassifierTraining(bits: Self.bits, penalty: Self.penalty)
    try CaseFiles(paths: files).readLines { value in
      guard let text = try MentionCase(value), text.language == language else { return }
      for (mention, isEaten) in text.mentions(parser) {
        training.add(
          mention.context, circumstances: mention.circumstances, isEaten ? TextClassifier.none : FoodMention.uneaten)
      }
    }
    guard training.count > 0 else { throw CommandFailure("the files hold no foods in the language \(language)") }
    try FileContents.replace(output, with: training.table())
    print("\(training.count) foods")
  }
}
