import ArgumentParser

/// `hearth foods`
struct FoodsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "foods", abstract: "Import foods, and look up what a food is known as.",
    subcommands: [FoodsImportCommand.self, FoodsSearchCommand.self, FoodsReindexCommand.self])
}
