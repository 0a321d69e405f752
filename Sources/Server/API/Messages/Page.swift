package import HTTPServer
package import JSONCodec

/// The requested part of a list. Clients send `limit` and `offset`, or `page` and `page_size`.
package struct Page: Sendable, Equatable {
  /// The maximum number of rows, at least 1.
  package var limit: Int
  /// The number of rows before the first one of the page.
  package var offset: Int

  /// Creates a page.
  package init(limit: Int, offset: Int = 0) {
    self.limit = limit
    self.offset = offset
  }

  /// Reads `limit` and `offset`, or `page` and `page_size`. - Throws: `Problem` 400.
  package init(_ request: Request, defaultLimit: Int, maxLimit: Int = 100) throws {
    let page = try Self.integer(request, "page", 1...1_000_000)
    limit =
      try Self.integer(request, "limit", 1...maxLimit) ?? Self.integer(request, "page_size", 1...maxLimit)
      ?? defaultLimit
    offset = try Self.integer(request, "offset", 0...100_000_000) ?? 0
    if let page { offset = (page - 1) * limit }
  }

  /// One page of a list with its total, under the names that the client families read.
  package func list(_ name: String, _ rows: [JSONValue], total: Int) -> JSONValue {
    [
      name: .array(rows), "total_count": .integer(Int64(total)), "total": .integer(Int64(total)),
      "limit": .integer(Int64(limit)), "offset": .integer(Int64(offset)),
      "has_more": .bool(offset + rows.count < total),
    ]
  }

  private static func integer(_ request: Request, _ name: String, _ range: ClosedRange<Int>) throws -> Int? {
    guard let text = request.queryValue(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Problem.invalid(name, mustBe: "a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
