package import HTTPServer
package import JSONCodec

/// The JSON responses of this API.
extension Response {
  /// `value` as `application/json`.
  package static func json(_ value: JSONValue, status: Int = 200) -> Response {
    Response(status: status, fields: [("Content-Type", "application/json")], body: value.encoded)
  }

  /// The success envelope: `{success, data, error: null}`.
  /// - Parameter flattened: whether the members of `data` are repeated at the top level, for client families that read
  ///   them there.
  package static func success(_ data: JSONValue, status: Int = 200, flattened: Bool = false) -> Response {
    if flattened { return .json(data.merging(["success": true, "data": data, "error": nil]), status: status) }
    // In the order of the encoder. A dictionary of the three members would cost more than the rest of the response.
    let body = envelopeStart + data.encoded + envelopeEnd
    return Response(status: status, fields: [("Content-Type", "application/json")], body: body)
  }

  private static let envelopeStart = Array(#"{"data":"#.utf8)
  private static let envelopeEnd = Array(#","error":null,"success":true}"#.utf8)
}
