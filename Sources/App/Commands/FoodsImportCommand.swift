import ArgumentParser
import Foods
import Storage

/// `hearth foods import FILE`
struct FoodsImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import a download of FoodData Central or Open Food Facts for the meals of all users.",
    discussion: """
      FILE is a download from https://fdc.nal.usda.gov/download-datasets: the folder of CSV tables (or food.csv in it), \
      a JSON file (Foundation, SR Legacy, Survey (FNDDS) or Branded foods), or the ZIP file of either, as it is. Of the \
      CSV tables food.csv and food_nutrient.csv must be there; food_portion.csv, measure_unit.csv, food_category.csv, \
      wweia_food_category.csv, branded_food.csv, sr_legacy_food.csv, foundation_food.csv and survey_fndds_food.csv are \
      read where they are.

      Or FILE is an export from https://world.openfoodfacts.org/data: the CSV file (en.openfoodfacts.org.products.csv) or \
      the JSONL file (openfoodfacts-products.jsonl), as they are or compressed (.gz). Products without a valid barcode, a \
      name or possible figures are left out and counted. The data is available under the Open Database License, which \
      requires the notice that is printed at the end. Nothing is downloaded.

      The same file again changes nothing; a newer edition replaces the older one of each food. It may run beside the \
      server, which uses each food as soon as it is stored. Where it is broken off, every food is there whole or not at \
      all: run it again.
      """)

  @OptionGroup var options: ConfigurationOptions
  @Option(help: "The format, if it is not recognised: FoodData Central, or an export of Open Food Facts.")
  var format: FoodFileFormat?
  @Option(
    help: ArgumentHelp(
      "The language of the names of Open Food Facts, where a product has several: a code such as en.", valueName: "code"
    ))
  var language: String?
  @Argument(help: "The folder or file.")
  var file: String

  func validate() throws {
    guard let language else { return }
    guard language.utf8.count == 2, language.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      throw ValidationError("--language must be a code of two letters such as en")
    }
  }

  func run() async throws {
    try await withFoodDatabase(options, creates: true) { database, pause in
      let importer = FoodImporter(database: database, pause: pause)
      let line = ProgressLine()
      let summary: ImportSummary
      do {
        summary = try await importer.run(file, format: format, language: language) { line.show($0) }
        line.end()
      } catch {
        line.end()
        throw error
      }
      print(Self.words(summary, file))
    }
  }

  private static func words(_ summary: ImportSummary, _ file: String) -> String {
    var words = "\(summary.added) foods added, \(summary.updated) updated, \(summary.unchanged) unchanged"
    for (count, reason) in [
      (summary.older, "are there in a newer edition"),
      (summary.incomplete, "left out: energy or other required figures are not given"),
      (summary.implausible, "left out: the figures cannot be"), (summary.unnamed, "left out: no name"),
      (summary.uncoded, "left out: no valid barcode"),
      (summary.malformed, "left out: the row does not have the form of the download"),
      (summary.oversized, "left out: the row is too long"),
    ] where count > 0 {
      words += "\n\(count) \(reason)"
    }
    if summary.stored + summary.older == 0 { words += "\nthere is no food in \(file)" }
    return summary.attribution.isEmpty ? words : words + "\n" + summary.attribution
  }
}

extension FoodFileFormat: ExpressibleByArgument {}

/// `hearth foods reindex`
struct FoodsReindexCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reindex",
    abstract: "Build the search index of imported foods again, after an update that requires it.")

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    try await withFoodDatabase(options) { database, pause in
      print("\(try await FoodImporter(database: database, pause: pause).reindex()) foods are in the new search index")
    }
  }
}

/// Opens the database of a data folder, also beside a running server, and closes it after `body`.
///
/// - Parameters:
///   - creates: whether a missing database is created; otherwise it is an error.
///   - body: receives the pause between transactions in which a running server can write.
func withFoodDatabase(
  _ options: ConfigurationOptions, creates: Bool = false, _ body: (any StorageEngine, Duration) async throws -> Void
) async throws {
  let settings = try options.load()
  if !creates { try settings.requireDatabase() }
  do {
    let database = try settings.openDatabase(busyTimeout: .seconds(60))
    let isShared = LocationFile(folder: settings.dataFolder).read() != nil
    do {
      try await body(database, isShared ? .milliseconds(20) : .zero)
    } catch {
      await database.close()
      throw error
    }
    try? await database.checkpoint()
    await database.close()
  } catch let error as FoodImportError {
    throw CommandFailure(error.description)
  } catch let error as StorageError {
    throw CommandFailure(error.description)
  }
}
