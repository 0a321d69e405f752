import Nutrition
package import Storage

/// The result of an import, as numbers of foods.
package struct ImportSummary: Sendable, Equatable {
  /// New foods.
  package var added = 0
  /// Foods that replaced an older edition.
  package var updated = 0
  /// Foods that were already stored.
  package var unchanged = 0
  /// Foods of which the database has a newer edition.
  package var older = 0
  /// Skipped without a usable name.
  package var unnamed = 0
  /// Skipped without the required figures.
  package var incomplete = 0
  /// Skipped because the nutrients contradict each other.
  package var implausible = 0
  /// Skipped without a valid barcode.
  package var uncoded = 0
  /// Skipped because the row does not have the form of the download.
  package var malformed = 0
  /// Skipped because the row is too long.
  package var oversized = 0
  /// The notice that the licence of the data requires; empty if it requires none.
  package var attribution = ""

  /// An empty result.
  package init() {}

  /// Foods that are in the database after the import.
  package var stored: Int { added + updated + unchanged }

  mutating func count(_ outcome: ImportOutcome) {
    switch outcome {
    case .added: added += 1
    case .updated: updated += 1
    case .unchanged: unchanged += 1
    case .older: older += 1
    }
  }

  mutating func count(_ defect: FoodDraft.Defect) {
    switch defect {
    case .unnamed: unnamed += 1
    case .incomplete: incomplete += 1
    case .implausible: implausible += 1
    case .uncoded: uncoded += 1
    case .malformed: malformed += 1
    case .oversized: oversized += 1
    }
  }
}

/// Imports downloads of FoodData Central and Open Food Facts into the database, in transactions of several foods.
///
/// An interrupted import leaves no partial food, and running it again completes it.
package struct FoodImporter: Sendable {
  private let database: any Database
  /// Pause between transactions.
  private let pause: Duration
  private let batchSize: Int
  /// Two imports at the same time would each delete the editions that the other has not committed.
  private static let scope = WriteScope.task("food import")

  /// - Parameters:
  ///   - pause: time for another process to write between transactions; zero if there is none.
  ///   - batchSize: approximate number of foods of CSV tables that are joined at a time.
  package init(database: any Database, pause: Duration = .zero, batchSize: Int = 25_000) {
    self.database = database
    self.pause = pause
    self.batchSize = batchSize
  }

  /// Imports a download.
  ///
  /// - Parameters:
  ///   - path: of FoodData Central a folder with `food.csv`, `food.csv` itself, a `.json` or a `.zip`; of Open Food
  ///     Facts the CSV or JSONL export, also with gzip.
  ///   - format: the format of the file; nil to recognise it.
  ///   - language: the code of the language of names that is preferred, if a product has several.
  ///   - report: receives the progress, often, on the caller's thread.
  /// - Throws: `FoodImportError`, `StorageError`. Foods that were stored before the error stay.
  package func run(
    _ path: String, format: FoodFileFormat? = nil, language: String? = nil,
    report: @escaping (ImportProgress) -> Void
  ) async throws -> ImportSummary {
    let format = try format ?? .recognised(path)
    var summary: ImportSummary
    switch format {
    case .foodDataCentral: summary = try await storeDownload(path, report)
    case .productTable, .productLines:
      let drafts = try ProductDrafts(path, isTable: format == .productTable, language: language, report: report)
      summary = try await store(drafts, drafts.progress)
    }
    summary.attribution = format.attribution
    return summary
  }

  private func storeDownload(
    _ path: String, _ report: @escaping (ImportProgress) -> Void
  ) async throws -> ImportSummary {
    let download = try FoodDownload(path)
    switch download.kind {
    case .tables:
      let drafts = try CSVDrafts(download, batchSize: batchSize, report: report)
      return try await store(drafts, drafts.progress)
    case .documents(let documents):
      let meter = ProgressMeter(total: documents.reduce(0) { $0 + download.size($1) }, report)
      return try await store(JSONDrafts(download, documents: documents, meter: meter), meter)
    }
  }

  /// Rebuilds the search index of all foods, after a change of `FoodKey.version`. - Returns: the number of foods.
  package func reindex() async throws -> Int {
    try await database.write(in: Self.scope) { connection in
      try connection.execute("DELETE FROM imported_food_keys")
      try connection.execute("DELETE FROM imported_food_terms")
    }
    let limit = pause > .zero ? 200 : 10_000
    var (last, count) = (Int64.min, 0)
    while true {
      let after = last
      let foods = try await database.write(in: Self.scope) { connection in
        let foods = try ImportedFoodRepository.page(after: after, limit: limit, in: connection)
        try ImportedFoodRepository.index(foods, in: connection)
        // Only at the end, so that an interrupted run is repeated.
        if foods.isEmpty { try FoodVersions.storeKeyVersion(in: connection) }
        try FoodVersions.increment(FoodVersions.imported, in: connection)
        return foods
      }
      guard let end = foods.last?.fdcID else { return count }
      last = end
      count += foods.count
      if pause > .zero { try await Task.sleep(for: pause) }
    }
  }

  private func store(_ drafts: some DraftSource, _ meter: ProgressMeter) async throws -> ImportSummary {
    var drafts = drafts
    var summary = ImportSummary()
    var wanted = Self.minPerTransaction
    try await prepare()
    while true {
      var (foods, count) = ([ImportedFood](), 0)
      var isEnd = false
      while count < wanted, !isEnd {
        let batch = try drafts.next()
        for draft in batch {
          switch draft.food() {
          case .success(let food): foods.append(food)
          case .failure(let defect): summary.count(defect)
          }
        }
        count += batch.count
        isEnd = batch.isEmpty
      }
      if !foods.isEmpty { for outcome in try await store(foods) { summary.count(outcome) } }
      meter.stored(count)
      if isEnd { return summary }
      // Transactions stay short while a server runs, so that it can write between them.
      if pause > .zero { try await Task.sleep(for: pause) } else { wanted = min(wanted * 2, Self.maxPerTransaction) }
    }
  }

  private static let minPerTransaction = 200
  /// Larger transactions write each page of the indexes less often.
  private static let maxPerTransaction = 12_800

  /// Rebuilds an index of another version, because all foods must be indexed by the same rules.
  private func prepare() async throws {
    let isIndexed = try await database.write(in: Self.scope) { connection in
      if try ImportedFoodRepository.isEmpty(in: connection) { try FoodVersions.storeKeyVersion(in: connection) }
      return try FoodVersions.isUpToDate(in: connection)
    }
    if !isIndexed { _ = try await reindex() }
  }

  private func store(_ foods: [ImportedFood]) async throws -> [ImportOutcome] {
    try await database.write(in: Self.scope) { connection in
      let outcomes = try ImportedFoodRepository.store(foods, in: connection)
      if outcomes.contains(where: { $0 == .added || $0 == .updated }) {
        try FoodVersions.increment(FoodVersions.imported, in: connection)
      }
      return outcomes
    }
  }
}
