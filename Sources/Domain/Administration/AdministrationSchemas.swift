import API
import JSONCodec

/// The declarations that all routes of administrators share.
enum AdministrationSchemas {
  static let tag = "Administration"

  /// A page of rows, with more members beside them.
  static func page(
    _ summary: String, of row: Schema, example: [JSONValue], with more: [FieldDeclaration] = [],
    _ moreExamples: JSONValue = [:]
  ) -> ResponseDeclaration {
    var fields: [FieldDeclaration] = []
    if case .object(let declared) = Schema.page("items", of: row).kind { fields = declared }
    let page: JSONValue = [
      "items": .array(example), "total_count": .integer(Int64(example.count)),
      "total": .integer(Int64(example.count)), "limit": 50, "offset": 0, "has_more": false,
    ]
    return .success(
      summary, .object(fields + more), example: page.merging(moreExamples.objectValue ?? [:]))
  }
}
