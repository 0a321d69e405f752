/// A query parameter that selects one of several values, such as `?quantity=number`.
package struct QueryOption: Sendable, Equatable {
  /// The name of the query parameter.
  package var name: String
  /// The accepted values; others are refused with `INVALID_PARAMETER`.
  package var values: [String]
  /// The value of a client that does not send the parameter.
  package var defaultValue: String
  /// The effect, one sentence in Markdown.
  package var summary: String

  /// - Parameter defaultValue: one of `values`.
  package init(_ name: String, values: [String], default defaultValue: String, _ summary: String) {
    self.name = name
    self.values = values
    self.defaultValue = defaultValue
    self.summary = summary
  }
}

/// The values of an endpoint's query options for one connection.
package struct QueryOptions: Sendable, Equatable {
  private var values: [String: String] = [:]

  /// - Parameter values: by the names of the options.
  package init(_ values: [String: String] = [:]) { self.values = values }

  /// The selected value of an option; nil if the endpoint does not declare the option.
  package subscript(_ name: String) -> String? { values[name] }
}
