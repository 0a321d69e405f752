package import JSONCodec

/// One whole HTTP response.
package struct Response: Sendable {
  package var status: Int
  /// Field lines beside those that the connection adds itself (Date, Content-Length, Connection).
  package var fields: [(name: String, value: String)]
  package var body: [UInt8]
  /// Makes the content while it is sent; `body` does not count then.
  package var source: (any BodySource)?

  package init(status: Int, fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// 200 with content that `source` makes piece by piece. It has no length in advance: HTTP/1.1 gets it in chunks
  /// (RFC 9112 §7.1), HTTP/1.0 up to the end of the connection.
  package static func streamed(
    _ source: any BodySource, contentType: String, fields: [(name: String, value: String)] = []
  ) -> Response {
    var response = Response(status: 200, fields: [("Content-Type", contentType)] + fields)
    response.source = source
    return response
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
    if flattened { return .json(data.merging(["success": true, "data": data, "error": nil]), status: status) }
    // The members in their order, as the writer would put them; a dictionary for the three costs more than all else here.
    let body = envelopeStart + data.encoded + envelopeEnd
    return Response(status: status, fields: [("Content-Type", "application/json")], body: body)
  }

  private static let envelopeStart = Array(#"{"data":"#.utf8)
  private static let envelopeEnd = Array(#","error":null,"success":true}"#.utf8)
}
