package import JSONCodec

/// The content of a request.
package struct BodyDeclaration: Sendable {
  /// The media type (RFC 9110 §8.3.1).
  package var mediaType: String
  /// The type of a JSON body; nil for another media type.
  package var schema: Schema?
  /// A complete body; null for another media type than JSON.
  package var example: JSONValue
  /// Whether a request without content is refused.
  package var isRequired: Bool

  private init(mediaType: String, schema: Schema?, example: JSONValue, isRequired: Bool = true) {
    self.mediaType = mediaType
    self.schema = schema
    self.example = example
    self.isRequired = isRequired
  }

  /// Declares a JSON object. - Parameter example: an accepted body.
  package static func json(_ fields: [FieldDeclaration], example: JSONValue) -> BodyDeclaration {
    .json(.object(fields), example: example)
  }

  /// Declares a JSON value. - Parameter example: an accepted body.
  package static func json(_ schema: Schema, example: JSONValue) -> BodyDeclaration {
    BodyDeclaration(mediaType: "application/json", schema: schema, example: example)
  }

  /// Declares content that is not JSON.
  package static func content(_ mediaType: String) -> BodyDeclaration {
    BodyDeclaration(mediaType: mediaType, schema: nil, example: nil)
  }

  /// The same body, without which the request is also accepted.
  package var optional: BodyDeclaration {
    var body = self
    body.isRequired = false
    return body
  }
}
