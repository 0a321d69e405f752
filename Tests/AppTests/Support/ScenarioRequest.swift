import JSONCodec

/// A request of a ``Scenario``. `{name}` in the path, the fields and the body means a value of its ``ScenarioContext``.
struct ScenarioRequest: Sendable {
  /// The account whose token a request has. Each scenario has new accounts.
  enum Account: Hashable, Sendable {
    /// No token.
    case none
    /// The account that a scenario is about.
    case owner
    /// An account that must not reach the owner's data.
    case stranger
    /// The documented administrator, which all scenarios share.
    case admin
  }

  var method: String
  /// With the query.
  var path: String
  var account = Account.owner
  var fields: [(String, String)] = []
  /// The body as it is sent; nil sends none.
  var body: String?

  static func get(_ path: String, as account: Account = .owner) -> ScenarioRequest {
    ScenarioRequest(method: "GET", path: path, account: account)
  }

  static func delete(_ path: String, as account: Account = .owner) -> ScenarioRequest {
    ScenarioRequest(method: "DELETE", path: path, account: account)
  }

  static func post(
    _ path: String, _ json: JSONValue? = nil, as account: Account = .owner, fields: [(String, String)] = []
  ) -> ScenarioRequest {
    ScenarioRequest(method: "POST", path: path, account: account, fields: fields, body: json?.text)
  }

  static func put(_ path: String, _ json: JSONValue? = nil, as account: Account = .owner) -> ScenarioRequest {
    ScenarioRequest(method: "PUT", path: path, account: account, body: json?.text)
  }

  static func patch(_ path: String, _ json: JSONValue? = nil, as account: Account = .owner) -> ScenarioRequest {
    ScenarioRequest(method: "PATCH", path: path, account: account, body: json?.text)
  }

  /// A POST whose body is text that need not be JSON.
  static func post(_ path: String, text: String, as account: Account = .owner) -> ScenarioRequest {
    ScenarioRequest(method: "POST", path: path, account: account, body: text)
  }
}
