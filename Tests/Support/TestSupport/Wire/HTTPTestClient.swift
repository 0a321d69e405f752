package import JSONCodec

/// An HTTP/1.1 client for tests: one connection, raw bytes where a test needs them.
///
/// Each response is compared with the operation of its request. Those to raw bytes are not: no operation describes them.
/// Its calls block; see `WireSocket`.
package final class HTTPTestClient {
  /// The connection, for ends, resets and slow readers.
  package let socket: WireSocket
  private let authority: String
  private let limit: Duration
  private var reader = WireReader()
  /// The requests whose responses are not read yet; nil after raw bytes.
  private var requests: [(method: String, target: String)]? = []

  /// - Parameter limit: how long each call waits.
  package init(
    host: String = "127.0.0.1", port: UInt16, receiveBuffer: Int? = nil, limit: Duration = .seconds(10)
  ) throws(WireError) {
    socket = try WireSocket(host: host, port: port, receiveBuffer: receiveBuffer, within: limit)
    authority = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    self.limit = limit
  }

  /// Uses an open connection: of TLS, or to a socket in the file system.
  package init(_ socket: WireSocket, authority: String = "localhost", limit: Duration = .seconds(10)) {
    self.socket = socket
    self.authority = authority
    self.limit = limit
  }

  /// Sends a request and reads the answer to it, without 1xx answers before it.
  /// - Parameters:
  ///   - fields: added to `Host` and, with a body, `Content-Length`; one of the same name takes their place.
  ///   - token: sent as `Authorization: Bearer`.
  package func request(
    _ method: String, _ target: String, fields: [(String, String)] = [], token: String? = nil, body: [UInt8]? = nil
  ) throws(WireError) -> WireResponse {
    try send(method, target, fields: fields, token: token, body: body)
    return try readResponse(toHead: method == "HEAD")
  }

  /// Sends `json` as body with its content type and reads the answer.
  package func request(
    _ method: String, _ target: String, fields: [(String, String)] = [], token: String? = nil, json: JSONValue
  ) throws(WireError) -> WireResponse {
    try request(
      method, target, fields: [("Content-Type", "application/json")] + fields, token: token, body: json.encoded)
  }

  /// Sends a request without waiting for the answer, for pipelining.
  package func send(
    _ method: String, _ target: String, fields: [(String, String)] = [], token: String? = nil, body: [UInt8]? = nil
  ) throws(WireError) {
    var lines = fields
    if let token { lines.append(("Authorization", "Bearer \(token)")) }
    if let body, !Self.has("Content-Length", lines), !Self.has("Transfer-Encoding", lines) {
      lines.append(("Content-Length", String(body.count)))
    }
    if !Self.has("Host", lines) { lines.insert(("Host", authority), at: 0) }
    let head = "\(method) \(target) HTTP/1.1\r\n" + lines.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
    requests?.append((method, target))
    try socket.send(Array(head.utf8) + (body ?? []), within: limit)
  }

  /// Sends bytes as they are. Further responses on the connection are not compared with operations.
  package func send(raw bytes: [UInt8]) throws(WireError) {
    requests = nil
    try socket.send(bytes, within: limit)
  }

  /// Sends text as it is; line ends are the caller's.
  package func send(raw text: String) throws(WireError) { try send(raw: Array(text.utf8)) }

  /// Reads one answer.
  /// - Parameter skipsInterim: whether 1xx answers other than 101 are passed over.
  package func readResponse(toHead: Bool = false, skipsInterim: Bool = true) throws(WireError) -> WireResponse {
    let deadline = ContinuousClock.now + limit
    while true {
      let response = try reader.response(from: socket, toHead: toHead, until: deadline)
      check(response)
      if !skipsInterim || response.status >= 200 || response.status == 101 { return response }
    }
  }

  private func check(_ response: WireResponse) {
    guard response.status >= 200 || response.status == 101, requests?.isEmpty == false,
      let (method, target) = requests?.removeFirst(), let contract = socket.contract
    else { return }
    ServerContracts.record(
      contract.violations(of: response, to: method, target), "\(method) \(target): \(response.text)")
  }

  /// Waits for the server to end the connection. - Returns: what it sent before, not yet read.
  package func readToEnd() throws(WireError) -> [UInt8] {
    let deadline = ContinuousClock.now + limit
    while try reader.fill(from: socket, until: deadline) {}
    return reader.takeAll()
  }

  /// The bytes after the last response.
  package func takeRemainder() -> [UInt8] { reader.takeAll() }

  private static func has(_ name: String, _ fields: [(String, String)]) -> Bool {
    fields.contains { $0.0.lowercased() == name.lowercased() }
  }
}
