package import JSONCodec

/// One response to a request that succeeds, or one that fails without the error envelope (`GET /ready`). Several may have
/// one status and differ in their media type.
package struct ResponseDeclaration: Sendable {
  /// The content of a response.
  package enum Content: Sendable {
    /// No content (204, or another status without a body).
    case none
    /// A JSON value, and an example of it.
    case json(Schema, example: JSONValue)
    /// Content of another media type.
    case other(mediaType: String)
  }

  /// The status code (RFC 9110 §15).
  package var status: Int
  /// The condition, if there are several responses, or the content in a few words.
  package var summary: String
  /// The content.
  package var content: Content
  /// Header fields beside those of every response.
  package var fields: [FieldDeclaration] = []

  private init(_ status: Int, _ summary: String, _ content: Content) {
    self.status = status
    self.summary = summary
    self.content = content
  }

  /// Declares 204 No Content.
  package static func noContent(_ summary: String) -> ResponseDeclaration { .init(204, summary, .none) }

  /// Declares another status without content.
  package static func empty(_ status: Int, _ summary: String) -> ResponseDeclaration { .init(status, summary, .none) }

  /// Declares a JSON body without an envelope.
  package static func json(
    _ summary: String, _ schema: Schema, status: Int = 200, example: JSONValue
  ) -> ResponseDeclaration { .init(status, summary, .json(schema, example: example)) }

  /// Declares the success envelope: see `Response.success`.
  /// - Parameters:
  ///   - data: the type of `data`.
  ///   - flattened: whether the members of `data`, which is an object then, are repeated at the top level.
  ///   - example: of `data`.
  package static func success(
    _ summary: String, _ data: Schema, status: Int = 200, flattened: Bool = false, example: JSONValue
  ) -> ResponseDeclaration {
    var fields: [FieldDeclaration] = []
    var members: JSONValue = ["success": true, "data": example, "error": nil]
    if flattened, case .object(let repeated) = data.kind {
      fields = repeated.filter { !["success", "data", "error"].contains($0.name) }
      members = example.merging(members.objectValue ?? [:])
    }
    let envelope: [FieldDeclaration] = [
      .boolean("success", "Always true."), .init("data", data, summary), .any("error", "Always null.").nullable,
    ]
    return .init(status, summary, .json(.object(envelope + fields), example: members))
  }

  /// Declares content of another media type.
  package static func content(_ summary: String, _ mediaType: String, status: Int = 200) -> ResponseDeclaration {
    .init(status, summary, .other(mediaType: mediaType))
  }

  /// The same response with header fields.
  package func with(_ fields: FieldDeclaration...) -> ResponseDeclaration {
    var response = self
    response.fields += fields
    return response
  }
}

extension Schema {
  /// One page of a list, as `Page.list` encodes it. - Parameter rows: the key of the rows.
  package static func page(_ rows: String, of row: Schema) -> Schema {
    .object([
      .array(rows, of: row, "The rows of the page."), .integer("total_count", "The number of all rows."),
      .integer("total", "The same as `total_count`."), .integer("limit", "The maximum number of rows."),
      .integer("offset", "The number of rows before the first one."),
      .boolean("has_more", "Whether rows follow the page."),
    ])
  }
}
