/// An invalid or conspicuous part of a configuration, and its place.
struct ConfigurationProblem: Equatable, Sendable, CustomStringConvertible {
  /// The setting's key, or the unknown name.
  var key: String
  /// `config.json, line 3, column 21`, `environment HEARTH_…`, `flag`
  var origin: String
  var text: String

  var description: String { "\(key): \(text) (\(origin))" }
}

/// All problems of a configuration together.
package struct ConfigurationError: Error, Sendable, CustomStringConvertible {
  var problems: [ConfigurationProblem]

  /// One line for each problem, after a line with their number.
  package var description: String {
    "the configuration has \(problems.count) problem\(problems.count == 1 ? "" : "s"):\n"
      + problems.map { "  \($0)" }.joined(separator: "\n")
  }
}
