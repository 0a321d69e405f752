import Bytes
import HTTPServer
import JSONCodec
import Runtime
import Storage

/// All of an account's data as JSON lines, read page by page as the client receives them. The last line has the number of
/// lines: without it the export is incomplete.
struct AccountExport: BodySource {
  private let userID: String
  private let database: any Database
  private let tables: [UserTable]
  /// The index of the table to read next; `tables.count` before the last line.
  private var table = 0
  /// The position of the last line of that table.
  private var position: [SQLValue] = []
  private var count: Int64 = 0
  private var isOver = false

  /// Rows of one page.
  private static let pageRows = 100

  init(userID: String, database: any Database, tables: [UserTable]) {
    self.userID = userID
    self.database = database
    self.tables = tables.filter { if case .nothing = $0.export { false } else { true } }
  }

  mutating func next() async throws -> [UInt8]? {
    guard !isOver else { return nil }
    guard table < tables.count else {
      isOver = true
      return JSONValue.object(["kind": "end", "data": ["lines": .integer(count)]]).encoded + [0x0A]
    }
    let page = ExportPage(userID: userID, position: position, limit: Self.pageRows)
    let source = tables[table].export
    // The body is read after the request's handler has returned, and with it the handler's share of the database.
    let (rows, bytes, last) = try await database.read(for: .client(userID)) { connection in
      let lines = try Self.lines(source, page, in: connection)
      return (lines.count, lines.flatMap(\.json), lines.last?.position ?? [])
    }
    count += Int64(rows)
    if rows < Self.pageRows {
      table += 1
      position = []
    } else {
      position = last
    }
    return bytes
  }

  /// The next lines of a table, whole with their ends.
  private static func lines(
    _ source: UserTable.Export, _ page: ExportPage, in connection: any SQLConnection
  ) throws -> [ExportLine] {
    switch source {
    case .nothing: return []
    case .rows(let query):
      return try query.rows(page, in: connection).map { position, row in
        ExportLine(position: position, json: Self.line(query.kind, Self.data(row, json: query.json).encoded))
      }
    case .lines(let kind, let read):
      return try read(page, connection).map { ExportLine(position: $0.position, json: Self.line(kind, $0.json)) }
    }
  }

  private static func line(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    Array("{\"data\":".utf8) + data + Array(",\"kind\":".utf8) + JSONValue.string(kind).encoded + Array("}\n".utf8)
  }

  /// The columns of a row: times in RFC 3339, columns of JSON decoded.
  private static func data(_ row: Row, json: Set<String>) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for (column, value) in zip(row.columns, row.values) {
      switch value {
      case .null, .blob: members[column] = .null
      case .integer(let time) where column.hasSuffix("_at"):
        members[column] = .string(Timestamp(milliseconds: time).rfc3339)
      case .integer(let number): members[column] = .integer(number)
      case .real(let number): members[column] = .number(number)
      case .text(let text) where json.contains(column):
        members[column] = (try? JSONValue(parsing: text.utf8)) ?? .string(text)
      case .text(let text): members[column] = .string(text)
      }
    }
    return .object(members)
  }
}
