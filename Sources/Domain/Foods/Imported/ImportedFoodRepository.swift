import Nutrition
import Storage

/// The outcome of storing a food.
package enum ImportOutcome: Sendable, Equatable {
  /// The food is new.
  case added
  /// It replaced an older edition.
  case updated
  /// The database already had this edition.
  case unchanged
  /// The database has a newer edition.
  case older
}

/// The rows of `imported_foods` and their search index.
enum ImportedFoodRepository {
  /// Stores foods with their keys and terms, unless the database has the same or a newer edition. Deletes older
  /// editions.
  ///
  /// Keys and terms are written last and sorted, so that each page of their indexes is written once.
  static func store(_ foods: [ImportedFood], in connection: any SQLConnection) throws -> [ImportOutcome] {
    var unindexed: [Int64: ImportedFood] = [:]
    let outcomes = try foods.map { try store($0, &unindexed, in: connection) }
    try index(Array(unindexed.values), in: connection)
    return outcomes
  }

  private static func store(
    _ food: ImportedFood, _ unindexed: inout [Int64: ImportedFood], in connection: any SQLConnection
  ) throws -> ImportOutcome {
    var outcome = ImportOutcome.added
    for known in try editions(of: food, in: connection) {
      if known == food { return .unchanged }
      if (known.published, known.fdcID) > (food.published, food.fdcID) { return .older }
      if unindexed.removeValue(forKey: known.fdcID) == nil { try unindex(known, in: connection) }
      try connection.execute("DELETE FROM imported_foods WHERE fdc_id = $1", [.integer(known.fdcID)])
      outcome = .updated
    }
    try insert(food, in: connection)
    unindexed[food.fdcID] = food
    return outcome
  }

  /// The stored foods of the same source with the same number or identity. Two sources may have one barcode.
  private static func editions(of food: ImportedFood, in connection: any SQLConnection) throws -> [ImportedFood] {
    var known = try find(food.fdcID, in: connection).map { [$0] } ?? []
    if let identity = food.identity {
      known += try connection.query(
        "SELECT * FROM imported_foods WHERE identity = $1 AND fdc_id <> $2 AND source = $3",
        [.text(identity), .integer(food.fdcID), .text(food.type.rawValue)]
      ).compactMap(Self.food)
    }
    return known
  }

  private static let insertion: String = {
    let places = SQLParameters.list(FoodColumns.count, from: 5)
    return """
      INSERT INTO imported_foods (fdc_id, source, identity, published, \(FoodColumns.names))
      VALUES ($1, $2, $3, $4, \(places))
      """
  }()

  private static func insert(_ food: ImportedFood, in connection: any SQLConnection) throws {
    let head: [SQLValue] = [
      .integer(food.fdcID), .text(food.type.rawValue), food.identity.map(SQLValue.text) ?? .null, .text(food.published),
    ]
    try connection.execute(insertion, head + FoodColumns.values(food.facts))
  }

  /// Writes the keys and terms of the foods.
  static func index(_ foods: [ImportedFood], in connection: any SQLConnection) throws {
    typealias Entry = (word: String, rank: Int64, number: Int64)
    var (keys, terms): ([Entry], [Entry]) = ([], [])
    for food in foods {
      for key in food.keys { keys.append((key, food.type.rank, food.fdcID)) }
      let rank = food.termRank
      for term in food.terms { terms.append((term, rank, food.fdcID)) }
    }
    for (table, column, entries) in [("imported_food_keys", "food_key", keys), ("imported_food_terms", "term", terms)] {
      let insertion = "INSERT INTO \(table) (\(column), rank, fdc_id) VALUES ($1, $2, $3)"
      for entry in entries.sorted(by: { $0 < $1 }) {
        try connection.execute(insertion, [.text(entry.word), .integer(entry.rank), .integer(entry.number)])
      }
    }
  }

  private static func unindex(_ food: ImportedFood, in connection: any SQLConnection) throws {
    let number = SQLValue.integer(food.fdcID)
    for key in food.keys {
      try connection.execute(
        "DELETE FROM imported_food_keys WHERE food_key = $1 AND rank = $2 AND fdc_id = $3",
        [.text(key), .integer(food.type.rank), number])
    }
    for term in food.terms {
      try connection.execute(
        "DELETE FROM imported_food_terms WHERE term = $1 AND rank = $2 AND fdc_id = $3",
        [.text(term), .integer(food.termRank), number])
    }
  }

  static func find(_ number: Int64, in connection: any SQLConnection) throws -> ImportedFood? {
    try connection.first("SELECT * FROM imported_foods WHERE fdc_id = $1", [.integer(number)]).flatMap(food)
  }

  /// The food with one of these identities: of the first one that has any, the newest. FoodData Central, whose figures
  /// are the manufacturer's, has precedence over Open Food Facts.
  static func find(identities: [String], in connection: any SQLConnection) throws -> ImportedFood? {
    for identity in identities {
      let row = try connection.first(
        """
        SELECT * FROM imported_foods WHERE identity = $1
        ORDER BY CASE WHEN fdc_id < 0 THEN 1 ELSE 0 END, published DESC, fdc_id DESC LIMIT 1
        """, [.text(identity)])
      if let food = row.flatMap(food) { return food }
    }
    return nil
  }

  /// The preferred food of each key: by rank, then the newest.
  static func named(_ keys: some Sequence<String>, in connection: any SQLConnection) throws -> [ImportedFood] {
    var numbers: Set<Int64> = []
    for key in keys {
      let row = try connection.first(
        "SELECT fdc_id FROM imported_food_keys WHERE food_key = $1 ORDER BY rank, fdc_id DESC LIMIT 1", [.text(key)])
      if let number = row?.integer("fdc_id") { numbers.insert(number) }
    }
    return try numbers.sorted().compactMap { try find($0, in: connection) }
  }

  /// Whether there are no imported foods.
  static func isEmpty(in connection: any SQLConnection) throws -> Bool {
    try connection.query("SELECT 1 AS one FROM imported_foods LIMIT 1").isEmpty
  }

  /// The next page of foods after `number`, in the order of their numbers (keyset paging).
  static func page(after number: Int64, limit: Int, in connection: any SQLConnection) throws -> [ImportedFood] {
    try connection.query(
      "SELECT * FROM imported_foods WHERE fdc_id > $1 ORDER BY fdc_id LIMIT $2",
      [.integer(number), .integer(Int64(limit))]
    ).compactMap(food)
  }

  static func food(_ row: Row) -> ImportedFood? {
    guard let number = row.integer("fdc_id"), let type = row.text("source").flatMap(FoodDataType.init(rawValue:)),
      let facts = FoodColumns.facts(row)
    else { return nil }
    return ImportedFood(
      fdcID: number, type: type, identity: row.text("identity"), published: row.text("published") ?? "", facts: facts)
  }
}
