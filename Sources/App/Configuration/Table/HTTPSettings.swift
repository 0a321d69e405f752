import API
import HTTPCodec
import HTTPServer

/// `http` and `cors`.
enum HTTPSettings {
  static let all: [Setting] = [
    .text(
      "http.base_path", "", basePath, \.basePath,
      "Prefix of all paths (`/hearth`), for a proxy that does not remove it."),
    .integer("http.loops", 0, 0...256, "threads", \.loops, "Event loops, each with a thread. 0: one for each core."),
    .size("http.max_request_line", "8KiB", \.http.limits.maxRequestLineBytes, "Longest request line; beyond it 414."),
    .integer(
      "http.max_headers", 100, 1...10_000, "header lines", \.http.limits.maxHeaderCount,
      "Header lines of a request; beyond it 431."),
    .size(
      "http.max_header_bytes", "32KiB", \.http.limits.maxHeaderBytes, "Size of all header lines; beyond it 431."),
    .size(
      "http.max_body", "1MiB", \.http.limits.maxBodyBytes, "Size of a request body; beyond it 413.",
      danger: "A body is held in memory."),
    .duration(
      "http.header_timeout", "10s", \.http.headerTimeout,
      "Time limit from the first byte of a request to the end of its headers."),
    .duration("http.body_timeout", "30s", \.http.bodyTimeout, "Time limit of a request body."),
    .duration("http.idle_timeout", "75s", \.http.idleTimeout, "Longest silence between two requests of a connection."),
    .integer(
      "http.max_connections", 20_000, 1...1_000_000, "connections", \.http.maxConnections,
      "Connections of the process; further ones are closed at once."),
    .integer(
      "http.max_connections_per_address", 1000, 0...1_000_000, "connections", \.http.maxConnectionsPerAddress,
      "Connections of one client: one IPv4 address, or the IPv6 addresses with the same first 64 bits. 0: no limit. "
        + "Never more than half of the process's connections. [Exempt peers](guides/running-behind-a-proxy.md).",
      danger: "Without a limit, one client can hold half of all connections."),
    .list(
      "cors.allowed_origins", OriginForm.value, \.corsOrigins,
      "Origins (`scheme://host[:port]`) whose pages may read responses; `*` for all. See [Origins](#origins).",
      danger: "`*` lets every web page read responses to requests that carry a token."),
  ]

  private static let basePath = TextForm(name: "a path of letters, digits and -._~ (example: /hearth)") {
    BasePath($0) != nil
  }
}

/// The form of origins, which `cors` and `websocket` share.
enum OriginForm {
  static let value = TextForm(
    name: "an origin scheme://host[:port] or * (example: https://app.example)"
  ) { AllowedOrigins.isValid($0) }
}
