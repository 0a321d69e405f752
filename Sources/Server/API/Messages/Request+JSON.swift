package import HTTPServer
package import JSONCodec

/// The parts of a request that depend on the conventions of this API.
extension Request {
  /// The identity of an authenticated request. - Throws: `Problem` 401 if there is none.
  package func requireIdentity() throws -> Identity {
    guard let identity else { throw Problem.unauthorized() }
    return identity
  }

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
  private var mediaType: String? {
    guard let value = field("Content-Type") else { return nil }
    let type = value.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    let isValid = type.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || "/!#$&-^_.+".utf8.contains(byte)
    }
    return (1...100).contains(type.utf8.count) && isValid ? type : nil
  }
}
