package import API
package import Bytes
package import Nutrition
package import Storage

/// The foods of this server: the built-in table, what was imported, and what users wrote down.
package struct FoodsService: Sendable {
  /// Limits of foods.
  package struct Configuration: Sendable {
    /// Own foods of one user.
    package var maxPerUser = 500
    /// Foods that are kept in memory for the parser, own and imported ones each.
    package var cachedFoods = 10_000

    package init() {}
  }

  let database: any Database
  let quota: StorageQuota
  let environment: Environment
  let configuration: Configuration
  /// By user.
  private let ownLayers: VersionedCache<String, FoodLayer>
  /// By text.
  private let importedLayers: VersionedCache<String, FoodLayer>

  /// Foods that one text may be given.
  private static let maxImportedPerText = 500
  /// Words of one text, or search, that are compared with those of imported names.
  private static let maxCorrected = 4
  /// Longer texts are looked up again each time.
  private static let maxCachedText = 500

  package init(
    database: any Database, quota: StorageQuota = .unlimited, environment: Environment,
    configuration: Configuration = .init()
  ) {
    self.database = database
    self.quota = quota
    self.environment = environment
    self.configuration = configuration
    ownLayers = VersionedCache(maxCost: configuration.cachedFoods)
    importedLayers = VersionedCache(maxCost: configuration.cachedFoods)
  }

  // MARK: For the parser

  /// The foods beside the built-in table that `text` may name: all of the user's own, and of the imported ones those
  /// whose whole name stands in it, as it is or with words that are a letter off.
  ///
  /// What is kept in memory is compared with the database's versions each time, so that changes by another process
  /// (an import) are seen as well.
  ///
  /// - Parameter userID: nil for nobody, who has no foods of their own.
  package func overlay(for text: String, userID: String?) async throws -> FoodOverlay {
    try await database.read { connection in
      FoodOverlay(
        own: try userID.map { try ownLayer(of: $0, in: connection) } ?? .empty,
        imported: try importedLayer(for: text, in: connection))
    }
  }

  private func ownLayer(of userID: String, in connection: any SQLConnection) throws -> FoodLayer {
    let version = try FoodVersions.version(userID, in: connection)
    guard version > 0 else { return .empty }
    if let layer = ownLayers.value(userID, version: version) { return layer }
    let layer = FoodLayer(try OwnFoodRepository.all(of: userID, in: connection).map(\.food))
    ownLayers.keep(layer, userID, version: version, cost: layer.foods.count + 1)
    return layer
  }

  private func importedLayer(for text: String, in connection: any SQLConnection) throws -> FoodLayer {
    let version = try FoodVersions.version(FoodVersions.imported, in: connection)
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

  /// Whether what leads to foods was made by this version of the program; if not, `hearth foods reindex` makes it anew.
  package func isIndexed() async throws -> Bool { try await database.read { try FoodVersions.isUpToDate(in: $0) } }

  // MARK: For people

  /// One food by its id: a UUID of the user's own, `fdc-` and a number, or the name of a built-in one.
  ///
  /// - Parameter userID: whose own foods there are; nil: nobody's.
  package func find(_ id: String, userID: String?) async throws -> ShownFood? {
    let id = id.lowercased()
    if let food = BuiltInFoods.find(id) { return food }
    return try await database.read { connection in
      if let number = ImportedFood.number(id) { return try ImportedFoodRepository.find(number, in: connection)?.shown }
      guard let userID else { return nil }
      return try OwnFoodRepository.find(id: id, userID: userID, in: connection)?.shown
    }
  }

  /// Foods with every word of a text, the user's own first, then built-in ones, then imported ones. Where there is none, words
  /// that are in no name are read as the ones that are a letter off.
  ///
  /// - Parameters:
  ///   - text: at most 200 characters count; without a word: all foods.
  ///   - origin: only those of that origin.
  /// - Returns: one page, and how many there are; of imported ones no more than `ImportedFoodSearch.maxCounted` count.
  package func search(
    _ text: String, origin: FoodOrigin? = nil, page: Page, userID: String?
  ) async throws -> (foods: [ShownFood], total: Int) {
    let text = String(text.prefix(200))
    return try await database.read { connection in
      let words = FoodKey.words(text)
      // Something was asked for, but nothing that a name could have.
      if words.isEmpty, text.contains(where: { !$0.isWhitespace }) { return ([], 0) }
      let own = try userID.map { try OwnFoodRepository.all(of: $0, in: connection) } ?? []
      let found = try Self.search(words, own, origin, page, in: connection)
      guard found.total == 0, let corrected = try Self.corrected(words, own, in: connection) else { return found }
      return try Self.search(corrected, own, origin, page, in: connection)
    }
  }

  private static func search(
    _ words: [String], _ own: [OwnFood], _ origin: FoodOrigin?, _ page: Page, in connection: any SQLConnection
  ) throws -> (foods: [ShownFood], total: Int) {
    var first: [ShownFood] = []
    if origin == nil || origin == .own { first += matching(own, words).map(\.shown) }
    if origin == nil || origin == .builtIn {
      first += words.isEmpty ? BuiltInFoods.all : BuiltInFoods.search(words)
    }
    var foods = Array(first.dropFirst(page.offset).prefix(page.limit))
    guard origin == nil || origin == .imported else { return (foods, first.count) }
    if foods.count < page.limit {
      foods += try ImportedFoodSearch.search(
        words, limit: page.limit - foods.count, offset: max(0, page.offset - first.count), in: connection
      ).map(\.shown)
    }
    return (foods, first.count + (try ImportedFoodSearch.count(words, in: connection)))
  }

  /// The words as they were meant; nil where nothing is to be corrected.
  private static func corrected(
    _ words: [String], _ own: [OwnFood], in connection: any SQLConnection
  ) throws -> [String]? {
    let ownWords = Set(
      own.flatMap { FoodKey.words(([$0.facts.name, $0.facts.brand] + $0.aliases).joined(separator: " ")) })
    var looked = 0
    let corrected = try words.map { word -> String in
      guard looked < maxCorrected, !ownWords.contains(word) else { return word }
      looked += 1
      var nearest = NearestWord(word)
      for other in ownWords { nearest?.consider(other) }
      return try nearest?.word ?? ImportedTerms.nearest(word, in: connection) ?? FoodTable.builtIn.nearestWord(word)
        ?? word
    }
    return corrected == words ? nil : corrected
  }

  /// The built-in foods alone, for those who have no database.
  package static func builtIn(_ text: String, limit: Int) -> [ShownFood] {
    let words = FoodKey.words(String(text.prefix(200)))
    let found = BuiltInFoods.search(words)
    if !found.isEmpty { return Array(found.prefix(limit)) }
    return Array(BuiltInFoods.search(words.map { FoodTable.builtIn.nearestWord($0) ?? $0 }).prefix(limit))
  }

  private static func matching(_ foods: [OwnFood], _ words: [String]) -> [OwnFood] {
    guard !words.isEmpty else { return foods }
    return foods.filter { food in
      ([food.facts.name + " " + food.facts.brand] + food.aliases)
        .contains { Set(FoodKey.words($0)).isSuperset(of: words) }
    }
  }
}
