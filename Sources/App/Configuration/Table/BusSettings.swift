/// The engines of the bus that the settings can name.
enum BusEngineName: String, Sendable { case postgres, redis }

/// The settings of the bus between nodes.
struct BusConfiguration: Sendable {
  var engine = BusEngineName.postgres
  var url = ""
  /// The path of a file with the password; empty for none.
  var passwordFile = ""
  /// The path of a PEM file with trusted certificates; empty for those of the system.
  var authoritiesFile = ""
}

/// `bus`.
enum BusSettings {
  static let all: [Setting] = [
    .choice(
      "bus.engine", "postgres", [BusEngineName.postgres, .redis], \.bus.engine,
      "The bus between several nodes: `postgres` uses the database of `storage.url`, `redis` the server of `bus.url`. It has "
        + "no effect with one server on SQLite; see [Several nodes](guides/several-nodes.md)."),
    .text(
      "bus.url", "", \.bus.url,
      "The Redis server, as `redis://[USER[:PASSWORD]@]HOST[:PORT]`, `rediss://…` with TLS, or `unix://PATH`.",
      isSecret: true),
    .text(
      "bus.password_file", "", \.bus.passwordFile,
      "A file with the password for `bus.url`, instead of one in the URL. It is read for each new connection."),
    .text(
      "bus.authorities_file", "", \.bus.authoritiesFile,
      "A PEM file with the certificates that a `rediss://` server's certificate must come from, instead of those of the system."
    ),
  ]
}
