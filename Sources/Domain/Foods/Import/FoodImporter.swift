import Nutrition
package import Storage

/// What an import came to.
package struct ImportSummary: Sendable, Equatable {
  package var added = 0
  package var updated = 0
  package var unchanged = 0
  /// The database had newer editions.
  package var older = 0
  package var unnamed = 0
  package var incomplete = 0
  package var implausible = 0

  package init() {}

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
    }
  }
}

/// Reads downloads of FoodData Central into the database, some foods in each transaction: whatever breaks the import,
/// a food is there whole or not at all, and the same import again ends it.
package struct FoodImporter: Sendable {
  private let database: any Database
  /// Waited for between transactions.
  private let rest: Duration
  private let lotSize: Int

  /// - Parameters:
  ///   - rest: time that another process gets to write in; zero where there is none.
  ///   - lotSize: rows of `food.csv` that are joined at a time, about.
  package init(database: any Database, rest: Duration = .zero, lotSize: Int = 25_000) {
    self.database = database
    self.rest = rest
    self.lotSize = lotSize
  }

  /// - Parameters:
  ///   - path: a folder with `food.csv`, `food.csv` itself, a `.json` or a `.zip`.
  ///   - report: told how far it is, often; on the caller's thread.
  /// - Throws: `FoodImportError`, `StorageError`. What was stored before stays.
  package func run(_ path: String, report: @escaping (ImportProgress) -> Void) async throws -> ImportSummary {
    let download = try FoodDownload(path)
    switch download.kind {
    case .tables:
      let drafts = try CSVDrafts(download, lotSize: lotSize, report: report)
      return try await store(drafts, drafts.progress)
    case .documents(let documents):
      let meter = ProgressMeter(total: documents.reduce(0) { $0 + download.size($1) }, report)
      return try await store(JSONDrafts(download, documents: documents, meter: meter), meter)
    }
  }

  /// Makes keys and words of all foods anew, after the rules for them changed.
  package func reindex() async throws -> Int {
    try await database.write { connection in
      try connection.execute("DELETE FROM imported_food_keys")
      try connection.execute("DELETE FROM imported_food_terms")
    }
    let limit = rest > .zero ? 200 : 10_000
    var (last, count) = (Int64(0), 0)
    while true {
      let after = last
      let foods = try await database.write { connection in
        let foods = try ImportedFoodRepository.page(after: after, limit: limit, in: connection)
        try ImportedFoodRepository.index(foods, in: connection)
        // At the end alone: what is broken off must be done again.
        if foods.isEmpty { try FoodVersions.setRules(in: connection) }
        try FoodVersions.grow(FoodVersions.imported, in: connection)
        return foods
      }
      guard let end = foods.last?.fdcID else { return count }
      last = end
      count += foods.count
      if rest > .zero { try await Task.sleep(for: rest) }
    }
  }

  private func store(_ drafts: some DraftSource, _ meter: ProgressMeter) async throws -> ImportSummary {
    var drafts = drafts
    var summary = ImportSummary()
    var wanted = Self.leastPerTransaction
    try await prepare()
    while true {
      var (foods, count) = ([ImportedFood](), 0)
      var isEnd = false
      while count < wanted, !isEnd {
        let lot = try drafts.next()
        for draft in lot {
          switch draft.food() {
          case .success(let food): foods.append(food)
          case .failure(let defect): summary.count(defect)
          }
        }
        count += lot.count
        isEnd = lot.isEmpty
      }
      if !foods.isEmpty { for outcome in try await store(foods) { summary.count(outcome) } }
      meter.stored(count)
      if isEnd { return summary }
      // Beside a server transactions stay short, so that it gets its turn to write.
      if rest > .zero { try await Task.sleep(for: rest) } else { wanted = min(wanted * 2, Self.mostPerTransaction) }
    }
  }

  private static let leastPerTransaction = 200
  /// The more foods there are in a transaction, the fewer pages of the indexes are written again and again.
  private static let mostPerTransaction = 12_800

  /// What is there must lead to its foods by the same rules as what will come.
  private func prepare() async throws {
    let isIndexed = try await database.write { connection in
      if try ImportedFoodRepository.isEmpty(in: connection) { try FoodVersions.setRules(in: connection) }
      return try FoodVersions.isUpToDate(in: connection)
    }
    if !isIndexed { _ = try await reindex() }
  }

  private func store(_ foods: [ImportedFood]) async throws -> [ImportOutcome] {
    try await database.write { connection in
      let outcomes = try ImportedFoodRepository.store(foods, in: connection)
      if outcomes.contains(where: { $0 == .added || $0 == .updated }) {
        try FoodVersions.grow(FoodVersions.imported, in: connection)
      }
      return outcomes
    }
  }
}
