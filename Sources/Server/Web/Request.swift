package import Bytes
package import HTTPCodec
package import JSONCodec

/// One whole HTTP request as handlers see it.
package struct Request: Sendable {
  /// The method token, case-sensitive (`GET`).
  package var method: String
  /// The path, percent-decoded, without the query; it starts with "/".
  package var path: String
  /// The query's parameters in order, decoded (`+` is a space).
  package var query: [(name: String, value: String)]
  /// The field lines as received.
  package var fields: HTTPFields
  /// The content, complete, with transfer coding removed.
  package var body: [UInt8]
  /// Path parameters by the names of the route template (`{id}`).
  package var parameters: [String: String] = [:]
  /// The client's address without port, or "unix".
  package var remoteAddress: String
  /// Whether the client spoke TLS, to us or to a trusted proxy.
  package var isSecure = false
  /// The id of this request in the log and in the `X-Request-ID` field.
  package var id: String
  /// Who asks; set by the authentication middleware.
  package var identity: Identity?

  package init(
    method: String, path: String, query: [(name: String, value: String)] = [], fields: HTTPFields = HTTPFields(),
    body: [UInt8] = [], remoteAddress: String = "127.0.0.1", id: String = ""
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.body = body
    self.remoteAddress = remoteAddress
    self.id = id
  }

  /// The first query parameter called `name`.
  package func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }

  /// The value of the first field line called `name`, without regard to case.
  package func field(_ name: String) -> String? { fields[name] }

  /// The values of all field lines called `name`, in order.
  package func fieldValues(_ name: String) -> [String] { fields.all(name) }

  /// The path parameter `name`, or "" where the template has none.
  package func parameter(_ name: String) -> String { parameters[name] ?? "" }

  /// The identity of an authenticated request. - Throws: `Problem.unauthorized` where there is none.
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

/// Who a token speaks for.
package struct Identity: Sendable, Equatable {
  /// The user's id, a lower-case UUID.
  package var userID: String
  package var username: String
  package var email: String?
  /// When the token that proved this identity stops being valid.
  package var expiresAt: Timestamp
  /// The session (refresh-token family) that the token belongs to.
  package var sessionID: String

  package init(userID: String, username: String, email: String?, expiresAt: Timestamp, sessionID: String) {
    self.userID = userID
    self.username = username
    self.email = email
    self.expiresAt = expiresAt
    self.sessionID = sessionID
  }
}

/// The decision about an access token.
package enum Authentication: Sendable {
  case identity(Identity)
  /// With the answer for a route that needs an account.
  case refused(Problem)
}

/// Checks access tokens. `Accounts` implements it, sockets and the REST middleware use it.
package protocol Authenticator: Sendable {
  /// The same as `authenticate`, with the reason of a refusal if the bearer may know it.
  func decide(_ token: String) async throws -> Authentication

  /// The identity behind an access token, or nil where it is malformed, forged, expired, revoked, of another type, or
  /// its user is disabled.
  func authenticate(_ token: String) async throws -> Identity?
}

extension Authenticator {
  package func decide(_ token: String) async throws -> Authentication {
    if let identity = try await authenticate(token) { .identity(identity) } else { .refused(.unauthorized()) }
  }
}
