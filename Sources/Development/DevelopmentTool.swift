package import API
package import JSONCodec

/// One tool of the development mode: its routes, and its members of `GET /dev`.
package struct DevelopmentTool: Sendable {
  /// A member of the response of `GET /dev`.
  package struct Summary: Sendable {
    /// The declaration of the member.
    package var field: FieldDeclaration
    /// An example of its value.
    package var example: JSONValue
    /// Its value now.
    package var value: @Sendable () async throws -> JSONValue

    /// - Parameters:
    ///   - example: of the value.
    ///   - value: reads the state of the tool.
    package init(
      _ field: FieldDeclaration, example: JSONValue, value: @escaping @Sendable () async throws -> JSONValue
    ) {
      self.field = field
      self.example = example
      self.value = value
    }
  }

  /// The routes, without authentication. ``DevelopmentModule`` puts them behind the gate.
  package var routes: [Route]
  /// The state of the tool in `GET /dev`.
  package var summaries: [Summary]

  /// - Parameter routes: under `/dev`, without authentication; none streams the content of its requests.
  package init(routes: [Route], summaries: [Summary] = []) {
    self.routes = routes
    self.summaries = summaries
  }
}

extension DevelopmentTool {
  /// The group of the operations in documents.
  package static let tag = "Development"
}
