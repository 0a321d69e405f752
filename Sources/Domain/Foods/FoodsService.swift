package import API
package import Bytes
package import Nutrition
package import Storage
import TextModels

/// The foods of this server: built-in, imported, and the users' own.
package struct FoodsService: Sendable {
  /// Limits of the foods.
  package struct Configuration: Sendable {
    /// Largest number of own foods of one user.
    package var maxPerUser = 500
    /// Foods kept in memory for the parser, for own and for imported ones each.
    package var cachedFoods = 10_000

    /// The defaults.
    package init() {}
  }

  /// Changes own foods.
  let own: OwnFoods
  private let database: any Database
  /// The users' own foods by user id.
  private let ownLayers: VersionedCache<String, FoodLayer>
  /// Imported foods by the text that may name them.
  private let importedLayers: VersionedCache<String, FoodLayer>

  /// Imported foods for one text.
  private static let maxImportedPerText = 500
  /// Words of a text or search that are corrected.
  private static let maxCorrected = 4
  /// Longest text in bytes whose foods are cached.
  private static let maxCachedText = 500

  /// Creates the service with empty caches.
  package init(
    database: any Database, quota: StorageQuota = .unlimited, environment: Environment,
    configuration: Configuration = .init()
  ) {
    self.database = database
    own = OwnFoods(
      database: database, quota: quota, environment: environment, maxPerUser: configuration.maxPerUser)
    ownLayers = VersionedCache(maxCost: configuration.cachedFoods)
    importedLayers = VersionedCache(maxCost: configuration.cachedFoods)
  }

  // MARK: - Foods for the parser

  /// The additional foods that `text` may name: all of the user's own, and the imported ones whose whole name occurs in
  /// it, also with corrected spelling.
  ///
  /// Each call compares the caches with the versions in the database, so that changes by another process (an import)
  /// take effect.
  ///
  /// - Parameter userID: nil for imported foods only.
  package func overlay(for text: String, userID: String?) async throws -> FoodOverlay {
    try await database.read { connection in
      let scopes = [FoodVersions.imported] + (userID.map { [$0] } ?? [])
      let versions = try FoodVersions.versions(scopes, in: connection)
      return FoodOverlay(
        own: try userID.map { try ownLayer(of: $0, version: versions[1], in: connection) } ?? .empty,
        imported: try importedLayer(for: text, version: versions[0], in: connection))
    }
  }

  private func ownLayer(of userID: String, version: Int64, in connection: any SQLConnection) throws -> FoodLayer {
    guard version > 0 else { return .empty }
    if let layer = ownLayers.value(userID, version: version) { return layer }
    let layer = FoodLayer(try OwnFoodRepository.all(of: userID, in: connection).map(\.food))
    ownLayers.keep(layer, userID, version: version, cost: layer.foods.count + 1)
    return layer
  }

  private func importedLayer(for text: String, version: Int64, in connection: any SQLConnection) throws -> FoodLayer {
    guard version > 0 else { return .empty }
    if let layer = importedLayers.value(text, version: version) { return layer }
    var keys = FoodKey.candidates(in: text)
    let corrections = try Self.corrections(FoodKey.unknownWords(in: text, limit: Self.maxCorrected), in: connection)
    if !corrections.isEmpty { keys.formUnion(FoodKey.candidates(in: text, corrections: corrections)) }
    let foods = try ImportedFoodRepository.named(keys, in: connection)
    let layer = FoodLayer(foods.prefix(Self.maxImportedPerText).map(\.food), isLoose: true)
    if text.utf8.count <= Self.maxCachedText {
      importedLayers.keep(layer, text, version: version, cost: layer.foods.count + 1)
    }
    return layer
  }

  private static func corrections(
    _ words: [String], in connection: any SQLConnection
  ) throws -> [String: String] {
    var corrections: [String: String] = [:]
    for word in words {
      if let near = try ImportedTerms.nearest(word, in: connection) ?? FoodTable.builtIn.nearestWord(word) {
        corrections[word] = near
      }
    }
    return corrections
  }

  /// Whether this version of the program built the search index; if not, `hearth foods reindex` rebuilds it.
  package func isIndexed() async throws -> Bool { try await database.read { try FoodVersions.isUpToDate(in: $0) } }

  // MARK: - Search

  /// The food with an id: the UUID of an own food, `fdc-` or `off-` and a number, or the slug of a built-in one.
  ///
  /// - Parameter userID: the user whose own foods are searched; nil for none.
  package func find(_ id: String, userID: String?) async throws -> FoodDetails? {
    let id = id.lowercased()
    if let food = BuiltInFoods.find(id) { return food }
    return try await database.read { connection in
      if let number = ImportedFood.number(id) {
        return try ImportedFoodRepository.find(number, in: connection)?.details
      }
      guard let userID else { return nil }
      return try OwnFoodRepository.find(id: id, userID: userID, in: connection)?.details
    }
  }

  /// The imported food with a barcode; nil if there is none.
  package func find(_ barcode: Barcode) async throws -> FoodDetails? {
    try await database.read { connection in
      try ImportedFoodRepository.find(identities: barcode.identities, in: connection)?.details
    }
  }

  /// Foods with every word of a text, of which the last one may be the beginning of a word: the user's own, then
  /// built-in, then imported ones, complete words first. If there is none, unknown words are corrected and the search is
  /// repeated.
  ///
  /// - Parameters:
  ///   - text: the first 200 characters are used; an empty text matches all foods.
  ///   - origin: nil for all origins.
  /// - Returns: one page and the total, in which at most `ImportedFoodSearch.maxCounted` imported foods are counted.
  package func search(
    _ text: String, origin: FoodOrigin? = nil, page: Page, userID: String?
  ) async throws -> (foods: [FoodDetails], total: Int) {
    let text = String(text.prefix(200))
    return try await database.read { connection in
      let query = FoodQuery(text)
      // The text has characters, but no word that a name could have.
      if query.words.isEmpty, text.contains(where: { !$0.isWhitespace }) { return ([], 0) }
      let own = try userID.map { try OwnFoodRepository.all(of: $0, in: connection) } ?? []
      let found = try Self.search(query, own, origin, page, in: connection)
      guard found.total == 0, let corrected = try Self.corrected(query.words, own, in: connection) else { return found }
      return try Self.search(query.replacing(corrected), own, origin, page, in: connection)
    }
  }

  private static func search(
    _ query: FoodQuery, _ own: [OwnFood], _ origin: FoodOrigin?, _ page: Page, in connection: any SQLConnection
  ) throws -> (foods: [FoodDetails], total: Int) {
    let own = origin == nil || origin == .own ? matching(own, query) : []
    let builtIn = origin == nil || origin == .builtIn ? BuiltInFoods.positions(query) : []
    var foods = own.dropFirst(page.offset).prefix(page.limit).map(\.details)
    foods += builtIn.dropFirst(max(0, page.offset - own.count)).prefix(page.limit - foods.count)
      .map(BuiltInFoods.details)
    let total = own.count + builtIn.count
    guard origin == nil || origin == .imported else { return (foods, total) }
    let rest = Page(limit: page.limit - foods.count, offset: max(0, page.offset - total))
    let imported = try ImportedFoodSearch.search(query, page: rest, in: connection)
    return (foods + imported.foods.map(\.details), total + imported.total)
  }

  /// The words with corrected spelling; nil if no word is corrected.
  private static func corrected(
    _ words: [String], _ own: [OwnFood], in connection: any SQLConnection
  ) throws -> [String]? {
    let ownWords = Set(
      own.flatMap { FoodKey.words(([$0.facts.name, $0.facts.brand] + $0.aliases).joined(separator: " ")) })
    var compared = 0
    let corrected = try words.map { word -> String in
      guard compared < maxCorrected, !ownWords.contains(word) else { return word }
      compared += 1
      var nearest = NearestWord(word)
      for other in ownWords { nearest?.consider(other) }
      return try nearest?.word ?? ImportedTerms.nearest(word, in: connection) ?? FoodTable.builtIn.nearestWord(word)
        ?? word
    }
    return corrected == words ? nil : corrected
  }

  /// Searches the built-in foods, without a database.
  package static func builtIn(_ text: String, limit: Int) -> [FoodDetails] {
    let query = FoodQuery(text)
    var found = query.words.isEmpty ? [] : BuiltInFoods.positions(query)
    if found.isEmpty {
      let corrected = query.words.map { FoodTable.builtIn.nearestWord($0) ?? $0 }
      found = FoodTable.builtIn.positions(query.replacing(corrected))
    }
    return found.prefix(limit).map(BuiltInFoods.details)
  }

  /// The foods that a search finds, those with every complete word first.
  private static func matching(_ foods: [OwnFood], _ query: FoodQuery) -> [OwnFood] {
    guard !query.words.isEmpty else { return foods }
    let matches = foods.map { food in
      ([food.facts.name + " " + food.facts.brand] + food.aliases).compactMap { query.match(Set(FoodKey.words($0))) }
        .min { $0.rawValue < $1.rawValue }
    }
    return [.complete, .beginning].flatMap { match in zip(foods, matches).filter { $0.1 == match }.map(\.0) }
  }
}
