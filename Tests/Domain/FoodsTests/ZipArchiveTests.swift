import Storage
import TestSupport
import Testing

@testable import Foods

/// The archives are made by Python's `zipfile`, so that the reader is not tested against itself.
@Suite struct ZipArchiveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func pack(_ names: [String], method: String, under prefix: String = "") async throws {
    let script = """
      import sys, zipfile
      folder, prefix, method = sys.argv[1:4]
      with zipfile.ZipFile(folder + "/pack.zip", "w", getattr(zipfile, method)) as archive:
          archive.writestr(prefix + "empty/", "")
          for name in sys.argv[4:]:
              with archive.open(prefix + name, "w", force_zip64=True) as entry:
                  entry.write(open(folder + "/" + name, "rb").read())
      """
    let path = folder.path
    try await runBlocking {
      let run = try ProgramRun(["/usr/bin/env", "python3", "-c", script, path, prefix, method] + names)
      #expect(run.exit == .code(0))
    }
  }

  @Test(arguments: ["ZIP_DEFLATED", "ZIP_STORED"])
  func readsTheTablesAsTheyAreDownloaded(_ method: String) async throws {
    try DownloadFiles.writeTables(folder)
    try await pack(DownloadFiles.tables.map(\.name), method: method, under: "FoodData_Central_csv_2025-12-18/")
    let database = try TestDatabase.make()
    let summary = try await FoodImporter(database: database, batchSize: 2).run(folder.path + "/pack.zip") { _ in }
    #expect(summary.added == 4)
  }

  @Test func readsADocumentAsItIsDownloaded() async throws {
    try folder.write("branded.json", DownloadFiles.branded)
    try await pack(["branded.json"], method: "ZIP_DEFLATED")
    let summary = try await FoodImporter(database: TestDatabase.make()).run(folder.path + "/pack.zip") { _ in }
    #expect(summary.added == 2)
  }

  @Test func noticesDamage() async throws {
    try folder.write("branded.json", DownloadFiles.branded)
    try await pack(["branded.json"], method: "ZIP_DEFLATED")
    let good = try #require(folder.contents(of: "pack.zip"))
    let database = try TestDatabase.make()
    for cut in stride(from: 0, to: good.count, by: 97) {
      var bad = Array(good.prefix(cut))
      try folder.write("pack.zip", bad)
      await #expect(throws: FoodImportError.self) { try await run(database) }
      bad = good
      bad[cut] ^= 0x55
      try folder.write("pack.zip", bad)
      // Any result is accepted, but the import must end.
      _ = try? await run(database)
    }
  }

  private func run(_ database: any StorageEngine) async throws {
    _ = try await FoodImporter(database: database).run(folder.path + "/pack.zip") { _ in }
  }
}
