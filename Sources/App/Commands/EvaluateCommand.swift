import ArgumentParser
import Evaluation
import JSONCodec
import Nutrition

/// `hearth eval FILE ...`
struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "eval", abstract: "Measure the meal parser on texts whose true figures are known. Needs no server.",
    discussion: """
      Each line of a file is a JSON object: a meal (text, kcal, protein_g, carbs_g, fat_g, items of name and grams) or an \
      ingredient line (text, name, amounts of qty, qty_max and unit). Empty lines are passed over.
      """)

  @Argument(help: "Files of JSON lines.")
  var files: [String]
  @Option(help: "How many of the worst cases are shown.")
  var worst = 10

  @Flag(help: "Show how long the parser takes instead.")
  var time = false

  func run() throws {
    let parser = EmbeddedMealParser()
    var evaluation = Evaluation()
    var texts: [String] = []
    try CaseFiles(paths: files).readLines { value in
      let item = try EvaluationCase(value)
      if time { texts.append(item.text) } else { evaluation.add(item, parser: parser) }
    }
    if time, !texts.isEmpty {
      let timing = ParserTiming(texts, parser: parser)
      return print(
        "item_us \(timing.microsecondsPerItem) long_us \(timing.longText / .microseconds(1)) growth \(timing.growth)")
    }
    guard !evaluation.isEmpty else { throw CommandFailure("the files hold no cases") }
    print(EvaluationReport(evaluation, worst: max(0, worst)).text)
  }
}
