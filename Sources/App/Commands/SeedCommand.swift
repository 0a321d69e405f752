import ArgumentParser
import Bytes
import Demo
import Storage
import Sync

/// `hearth seed SCENARIO`
struct SeedCommand: AsyncParsableCommand {
  /// The data sets by name.
  enum Scenario: String, ExpressibleByArgument, CaseIterable { case demo }

  static let configuration = CommandConfiguration(
    commandName: "seed", abstract: "Store demo data: accounts with three months of meals, rooms and consultations.",
    discussion: """
      A server may be running. Existing demo data is not changed. The accounts have a published password: do not use \
      this for a server that others can reach.
      """)

  @OptionGroup var options: ConfigurationOptions
  @Flag(help: "Delete existing demo data first.")
  var replace = false
  @Argument(help: "The data set: demo.")
  var scenario: Scenario

  func run() async throws {
    let settings = try options.load()
    try await describingDatabase {
      let database = try settings.openDatabase()
      do {
        Self.show(try await DemoData.of(database).seed(at: Environment.system.now(), replaces: replace))
      } catch let refusal as DemoData.Refusal {
        await database.close()
        throw CommandFailure(Self.describe(refusal))
      } catch {
        await database.close()
        throw error
      }
      await database.close()
    }
  }

  private static func show(_ report: DemoData.Report) {
    print(
      report.isCreated
        ? "stored the demo data; the password of each account is \(DemoData.password)"
        : "the demo data exists already (--replace stores it again); the password is \(DemoData.password)")
    for account in report.accounts { print("account \(account.username)  \(account.email)  \(account.name)") }
    for count in report.counts { print(count.name.replacing("_", with: " "), count.count) }
  }

  private static func describe(_ refusal: DemoData.Refusal) -> String {
    refusal == .incomplete ? "\(refusal) (--replace)" : "\(refusal)"
  }
}

extension DemoData {
  /// The demo data in a database.
  static func of(_ database: any Database) -> DemoData {
    DemoData(database: database, tables: ServerModules.tables) { environment in
      MealChangeRecorder(log: ChangeLog(environment: environment))
    }
  }
}
