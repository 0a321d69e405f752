import API
import Nutrition
import Storage

/// Search in the imported foods.
///
/// Scans the foods with the rarest word in the order of their rank and looks up the other words of each. Only the table
/// of terms is read until a page is full.
enum ImportedFoodSearch {
  /// Largest total that is counted.
  static let maxCounted = 1000
  private static let maxWords = 6
  /// The maximum number of foods that are found by the beginning of a word.
  private static let maxBeginnings = 100
  /// The maximum number of terms that are read for them.
  private static let maxScanned = 1000
  /// The maximum number of foods whose terms are compared with the beginning.
  private static let maxCompared = 200

  /// One page of the foods that a search finds, those with every complete word first, and the total.
  static func search(
    _ query: FoodQuery, page: Page, in connection: any SQLConnection
  ) throws -> (foods: [ImportedFood], total: Int) {
    let complete = try count(query.words, in: connection)
    var foods: [ImportedFood] = []
    if page.limit > 0 {
      foods = try search(query.words, limit: page.limit, offset: page.offset, in: connection)
    }
    // The first foods with complete words are enough for any user, and the total does not go beyond them.
    guard complete < maxCounted else { return (foods, complete) }
    let beginnings = try beginnings(query, in: connection)
    foods += beginnings.dropFirst(max(0, page.offset - complete)).prefix(page.limit - foods.count)
    return (foods, complete + beginnings.count)
  }

  /// The foods that a query finds by the beginning of its last word only. The work is bounded, so that a short beginning
  /// does not find all of them.
  private static func beginnings(_ query: FoodQuery, in connection: any SQLConnection) throws -> [ImportedFood] {
    guard let beginning = query.beginning else { return [] }
    let candidates: [ImportedFood]
    if query.wordsBefore.isEmpty {
      // Stems are ASCII, all of which is less than U+007F.
      candidates = try connection.query(
        """
        SELECT f.* FROM (SELECT DISTINCT rank, fdc_id FROM (SELECT rank, fdc_id FROM imported_food_terms
          WHERE term >= $1 AND term < $2 ORDER BY term, rank, fdc_id LIMIT \(maxScanned)) AS scanned
          ORDER BY rank, fdc_id LIMIT \(maxCompared)) AS found
        JOIN imported_foods AS f ON f.fdc_id = found.fdc_id ORDER BY found.rank, found.fdc_id
        """, [.text(beginning), .text(beginning + "\u{7F}")]
      ).compactMap(ImportedFoodRepository.food)
    } else {
      candidates = try search(query.wordsBefore, limit: maxCompared, offset: 0, in: connection)
    }
    return Array(candidates.filter { query.match(Set($0.terms)) == .beginning }.prefix(maxBeginnings))
  }

  /// - Parameter words: stems that a name must have; empty for all foods.
  private static func search(
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
  private static func count(_ words: [String], in connection: any SQLConnection) throws -> Int {
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
