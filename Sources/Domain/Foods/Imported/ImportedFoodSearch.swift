import Storage

/// Search in the imported foods.
///
/// Scans the foods with the rarest word in the order of their rank and looks up the other words of each. Only the table
/// of terms is read until a page is full.
enum ImportedFoodSearch {
  /// Largest total that is counted.
  static let maxCounted = 1000
  private static let maxWords = 6

  /// - Parameter words: stems that a name must have; empty for all foods.
  static func search(
    _ words: [String], limit: Int, offset: Int, in connection: any SQLConnection
  ) throws -> [ImportedFood] {
    guard !words.isEmpty else {
      return try connection.query(
        "SELECT * FROM imported_foods ORDER BY fdc_id LIMIT $1 OFFSET $2",
        [.integer(Int64(limit)), .integer(Int64(offset))]
      ).compactMap(ImportedFoodRepository.food)
    }
    let (from, arguments) = try source(words, in: connection)
    let count = arguments.count
    return try connection.query(
      """
      SELECT f.* FROM (SELECT t0.fdc_id, t0.rank \(from) ORDER BY t0.rank, t0.fdc_id LIMIT $\(count + 1)
        OFFSET $\(count + 2)) AS found
      JOIN imported_foods AS f ON f.fdc_id = found.fdc_id ORDER BY found.rank, found.fdc_id
      """, arguments + [.integer(Int64(limit)), .integer(Int64(offset))]
    ).compactMap(ImportedFoodRepository.food)
  }

  /// The number of matches, at most ``maxCounted``.
  static func count(_ words: [String], in connection: any SQLConnection) throws -> Int {
    let found: Row?
    if words.isEmpty {
      found = try connection.first(
        "SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM imported_foods LIMIT \(maxCounted)) AS counted", [])
    } else {
      let (from, arguments) = try source(words, in: connection)
      found = try connection.first(
        "SELECT COUNT(*) AS n FROM (SELECT 1 AS one \(from) LIMIT \(maxCounted)) AS counted", arguments)
    }
    return Int(found?.integer("n") ?? 0)
  }

  /// The join, with the rarest word first. A food has one rank for all terms, so each other term is one index look-up.
  private static func source(
    _ words: [String], in connection: any SQLConnection
  ) throws -> (from: String, arguments: [SQLValue]) {
    let words = words.prefix(maxWords)
    let counted = try words.map { word in (word: word, count: try frequency(of: word, in: connection)) }
    let ordered = counted.sorted { ($0.count, $0.word) < ($1.count, $1.word) }.map(\.word)
    var from = "FROM imported_food_terms AS t0"
    for place in ordered.indices.dropFirst() {
      from += """
         CROSS JOIN imported_food_terms AS t\(place)
        """
    }
    let conditions = ordered.indices.map { place in
      "t\(place).term = $\(place + 1)"
        + (place == 0 ? "" : " AND t\(place).rank = t0.rank AND t\(place).fdc_id = t0.fdc_id")
    }
    return (from + " WHERE " + conditions.joined(separator: " AND "), ordered.map(SQLValue.text))
  }

  private static func frequency(of word: String, in connection: any SQLConnection) throws -> Int64 {
    try connection.first(
      "SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM imported_food_terms WHERE term = $1 LIMIT 10000) AS counted",
      [.text(word)])?.integer("n") ?? 0
  }
}
