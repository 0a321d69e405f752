import HTTPServer
import JSONCodec
import Meals
import Runtime
import Storage

/// All of an account's data as JSON lines, read page by page as the client takes them. The last line says how many there
/// were: without it the export is not whole.
struct AccountExport: BodySource {
  let userID: String
  let database: any Database
  let meals: MealsService
  /// Which table it is at; those of `AccountTables.exported`, then the meals.
  private var part = 0
  /// Behind which row.
  private var position: [SQLValue] = []
  private var count: Int64 = 0
  private var isOver = false

  /// Rows of one page.
  private static let pageRows = 100

  init(userID: String, database: any Database, meals: MealsService) {
    self.userID = userID
    self.database = database
    self.meals = meals
  }

  mutating func next() async throws -> [UInt8]? {
    guard !isOver else { return nil }
    guard part <= AccountTables.exported.count else {
      isOver = true
      return JSONValue.object(["kind": "end", "data": ["lines": .integer(count)]]).encoded + [0x0A]
    }
    let (page, part, userID, position) = (Self.pageRows, part, userID, position)
    let meals = meals
    // The body is read after the request's handler has returned, and with it the handler's share.
    let (rows, bytes, last) = try await database.read(for: .client(userID)) { connection in
      let rows = try Self.rows(
        part, meals: meals, of: userID, after: position, limit: page, in: connection)
      var bytes: [UInt8] = []
      for row in rows { bytes += row.line.encoded + [0x0A] }
      return (rows.count, bytes, rows.last?.position ?? [])
    }
    count += Int64(rows)
    if rows < page {
      self.part += 1
      self.position = []
    } else {
      self.position = last
    }
    return bytes
  }

  private static func rows(
    _ part: Int, meals: MealsService, of userID: String, after position: [SQLValue], limit: Int,
    in connection: any SQLConnection
  ) throws -> [(position: [SQLValue], line: JSONValue)] {
    guard part == AccountTables.exported.count else {
      return try AccountTables.exported[part].rows(of: userID, after: position, limit: limit, in: connection)
    }
    var id = ""
    if case .text(let text) = position.first { id = text }
    return try meals.logs(of: userID, after: id, limit: limit, in: connection).map { log in
      ([.text(log.id)], ["kind": "meal_log", "data": log.log])
    }
  }
}
