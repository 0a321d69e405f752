package import Bytes
package import HTTPCodec

/// An HTTP request, as handlers receive it: complete, unless its content is streamed.
package struct Request: Sendable {
  /// The method token, case-sensitive (`GET`).
  package var method: String
  /// The path, percent-decoded, without the query; it starts with "/".
  package var path: String
  /// The query's parameters in order, decoded (`+` is a space).
  package var query: [(name: String, value: String)]
  /// The field lines as received.
  package var fields: HTTPFields
  /// The content, complete, with transfer coding removed; empty if it is streamed.
  package var body: [UInt8]
  /// The content while it arrives, if its route streams it; nil for complete content and requests without content.
  package var stream: RequestBodyStream?
  /// Path parameters by the names of the route template (`{id}`).
  package var parameters: [String: String] = [:]
  /// The client's address without port, or "unix".
  package var remoteAddress: String
  /// Whether the client uses TLS, to this server or to a trusted proxy.
  package var isSecure = false
  /// The id of this request in the log and in the `X-Request-ID` field.
  package var id: String
  /// The authenticated user; nil before authentication and for requests without a valid access token.
  package var identity: Identity?

  /// Creates a request.
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

  /// Whether there is a field line called `name`.
  package func hasField(_ name: String) -> Bool { fields.contains(name) }

  /// The values of all field lines called `name`, in order.
  package func fieldValues(_ name: String) -> [String] { fields.all(name) }

  /// The path parameter `name`, or "" if the template has none.
  package func parameter(_ name: String) -> String { parameters[name] ?? "" }
}

/// The authenticated user of a request.
package struct Identity: Sendable, Equatable {
  /// The user's id, a lower-case UUID.
  package var userID: String
  /// The name that the user logs in with.
  package var username: String
  /// The e-mail address; nil if the account has none.
  package var email: String?
  /// The expiry of the token that proves this identity.
  package var expiresAt: Timestamp
  /// The session (refresh-token family) of the token; empty for tokens of another issuer.
  package var sessionID: String

  /// Creates an identity.
  package init(userID: String, username: String, email: String?, expiresAt: Timestamp, sessionID: String) {
    self.userID = userID
    self.username = username
    self.email = email
    self.expiresAt = expiresAt
    self.sessionID = sessionID
  }
}
