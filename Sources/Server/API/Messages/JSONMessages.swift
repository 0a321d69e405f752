package import HTTPServer
package import JSONCodec

/// JSON bodies of requests.
extension Request {
  /// The body as a JSON object. The content type is not required to match, because `curl -d` labels JSON as a form.
  /// - Throws: `Problem` 400 `INVALID_JSON` if it is not one. The message states the reason and its position.
  package func jsonObject() throws -> [String: JSONValue] {
    do {
      let value = try JSONValue(parsing: body)
      guard let object = value.objectValue else { throw invalidJSON("It is \(Self.kind(of: value)).") }
      return object
    } catch let error as JSONError {
      throw invalidJSON(reason(of: error), at: error.reason == .notUTF8 || body.isEmpty ? nil : error.offset)
    }
  }

  private func invalidJSON(_ reason: String, at offset: Int? = nil) -> Problem {
    let position = offset.map(position)
    var message = "The request body must be one JSON object in UTF-8. \(reason)"
    if let position { message += " Position: \(position)." }
    return .badRequest(code: "INVALID_JSON", message, details: position.map { ["position": $0] } ?? [:])
  }

  private func reason(of error: JSONError) -> String {
    switch error.reason {
    case .notUTF8: return "It is not valid UTF-8."
    case .tooDeep: return "Its arrays and objects are nested too deeply."
    case .controlCharacter: return "A string has a control character without an escape."
    case .loneSurrogate: return "A string has a half of a surrogate pair."
    case .numberOutOfRange: return "A number is out of range."
    case .repeatedName: return "An object has a name twice."
    case .unexpectedByte: break
    }
    if body.isEmpty { return "It is empty." }
    if let type = mediaType, Self.formTypes.contains(type), !body.contains(UInt8(ascii: "{")) {
      return "It is a form (\(type))."
    }
    guard error.offset < body.count else { return "It ends too early." }
    let byte = body[error.offset]
    guard (0x21...0x7E).contains(byte) else { return "A character is not allowed where it is." }
    return "The character \(Character(Unicode.Scalar(byte))) is not allowed where it is."
  }

  /// The position of a byte as people count: "line 1, column 18". Columns are bytes.
  private func position(_ offset: Int) -> String {
    let before = body[..<min(offset, body.count)]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return "line \(before.count { $0 == UInt8(ascii: "\n") } + 1), column \(before.count - start + 1)"
  }

  private static let formTypes = ["application/x-www-form-urlencoded", "multipart/form-data"]

  private static func kind(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "a Boolean"
    case .integer, .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
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
