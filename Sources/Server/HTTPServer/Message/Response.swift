/// A complete HTTP response, or the head of a streamed one.
package struct Response: Sendable {
  /// The status code (RFC 9110 §15).
  package var status: Int
  /// Field lines, without those that the connection adds (Date, Content-Length, Connection, X-Request-ID).
  package var fields: [(name: String, value: String)]
  /// The content; ignored if `source` is set.
  package var body: [UInt8]
  /// Produces the content while it is sent; nil if `body` is the content.
  package var source: (any BodySource)?

  /// Creates a response with complete content.
  package init(status: Int, fields: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// 200 with content of unknown length: chunked in HTTP/1.1 (RFC 9112 §7.1), up to the end of the connection in
  /// HTTP/1.0.
  package static func streamed(
    _ source: any BodySource, contentType: String, fields: [(name: String, value: String)] = []
  ) -> Response {
    var response = Response(status: 200, fields: [("Content-Type", contentType)] + fields)
    response.source = source
    return response
  }

  /// `text` in UTF-8.
  package static func text(
    _ text: String, status: Int = 200, contentType: String = "text/plain; charset=utf-8"
  ) -> Response {
    Response(status: status, fields: [("Content-Type", contentType)], body: Array(text.utf8))
  }

  /// 204 No Content.
  package static let noContent = Response(status: 204)
}
