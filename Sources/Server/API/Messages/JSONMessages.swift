package import HTTPServer
package import JSONCodec

/// JSON bodies of requests.
extension Request {
  /// The body as a JSON object. The content type is not required to match, because `curl -d` labels JSON as a form.
  /// - Throws: `Problem` 400 `INVALID_JSON` if it is not one. The message names a content type that is not JSON.
  package func jsonObject() throws -> [String: JSONValue] {
    guard let value = try? JSONValue(parsing: body), let object = value.objectValue else {
      var message = "The request body must be one JSON object in UTF-8."
      if let type = mediaType, type != "application/json", !type.hasSuffix("+json") {
        message += " It was sent with Content-Type \(type). Send it with Content-Type application/json."
      }
      throw Problem.badRequest(code: "INVALID_JSON", message)
    }
    return object
  }

  /// The media type of the content in lower case, without parameters; nil if there is none or it is not valid
  /// (RFC 9110 §8.3.1) or longer than 100 bytes.
  package var mediaType: String? {
    guard let value = field("Content-Type") else { return nil }
    let type = value.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    let isValid = type.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || "/!#$&-^_.+".utf8.contains(byte)
    }
    return (1...100).contains(type.utf8.count) && isValid ? type : nil
  }
}

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
