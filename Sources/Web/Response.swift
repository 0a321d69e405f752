package import JSONCodec

/// One whole HTTP response.
package struct Response: Sendable {
  package var status: Int
  /// Field lines beside those that the connection adds itself (Date, Content-Length, Connection).
  package var fields: [(name: String, value: String)]
  package var body: [UInt8]

  package init(status: Int, fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// `value` as `application/json`.
  package static func json(_ value: JSONValue, status: Int = 200) -> Response {
    Response(status: status, fields: [("Content-Type", "application/json")], body: value.encoded)
  }

  package static func text(
    _ text: String, status: Int = 200, contentType: String = "text/plain; charset=utf-8"
  ) -> Response {
    Response(status: status, fields: [("Content-Type", contentType)], body: Array(text.utf8))
  }

  /// 204 No Content.
  package static let noContent = Response(status: 204)

  /// The success envelope of wire contract §9.1: `{success, data, error: null}`; `flattened` members of `data` are
  /// repeated at the top level where a client family reads them there.
  package static func success(_ data: JSONValue, status: Int = 200, flattened: Bool = false) -> Response {
    let envelope: [String: JSONValue] = ["success": true, "data": data, "error": nil]
    return .json(flattened ? data.merging(envelope) : .object(envelope), status: status)
  }
}
