import API
import HTTPCodec
import HTTPServer
import Runtime
import TestSupport
import Testing

/// The table of malformed and borderline requests through a real nginx: whatever it passes on, reads, repairs or
/// refuses, no request may hide in another, and no answer may go to another request.
///
/// `Outcome` says what may become of a row.
@Suite(.enabled(if: NginxProcess.isInstalled, Comment(rawValue: NginxProcess.whyNot)))
struct NginxTableTests {
  /// Two ways to pass content on: as a whole with its length, and as it comes, chunked where it came so.
  @Test(arguments: ["on", "off"])
  func letsNoRequestHideAndNoAnswerGoAstray(buffering: String) async throws {
    let log = RequestLog()
    let server = try await TestServer(
      routes: Self.routes, sockets: [SocketRoute("/socket", EchoEndpoint())], loops: 1, accessLog: log)
    let (seen, nginx) = try await withFixture(server) { server in
      let upstream = "127.0.0.1:\(server.port)"
      let nginx = Held(try NginxProcess { Self.configuration(listen: $0, upstream: upstream, buffering: buffering) })
      let seen = try await Self.exchangeAll(nginx.value.port)
      // Its log is complete once it has stopped.
      try await runBlocking { try nginx.value.stop() }
      return (seen, nginx)
    }
    let forwarded = nginx.value.lines(of: "requests.log").map(Forwarded.init)
    Self.checkNothingHid(forwarded, log)
    let bySource = Dictionary(grouping: forwarded, by: \.source)
    let outcomes = seen.map { Self.check($0, bySource[$0.source] ?? []) }
    // Each is there, so that the table still tests what it did.
    for outcome in Outcome.allCases { #expect(outcomes.contains(outcome), "no row is \(outcome)") }
    let complaints = nginx.value.lines(of: "error.log").filter { line in
      ["upstream prematurely closed", "upstream sent", "reset by peer", "Broken pipe"].contains { line.contains($0) }
        && line.contains("upstream")
    }
    #expect(complaints.isEmpty, "the server ended or answered out of step: \(complaints)")
  }

  /// Sends all rows of the table, some at the same time.
  private static func exchangeAll(_ port: UInt16) async throws -> [Exchange] {
    let threads = 16
    return try await withThrowingTaskGroup(of: [Exchange].self) { group in
      for thread in 0..<threads {
        group.addTask {
          try await runBlocking {
            try HTTPRequestTable.rows.indices.filter { $0 % threads == thread }.map { index in
              try exchange(HTTPRequestTable.rows[index], from: source(index), port)
            }
          }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }

  private static let routes = [
    Route("GET", "/", authentication: .none) { request in
      Response(status: 200, fields: [("X-Seen", request.field("X-Nginx-Request") ?? "none")])
    },
    Route("POST", "/", authentication: .none) { request in
      Response(status: 200, fields: [("X-Seen", request.field("X-Nginx-Request") ?? "none")], body: request.body)
    },
  ]

  private static func configuration(listen: String, upstream: String, buffering: String) -> String {
    """
      log_format forwarded '$remote_addr $connection-$connection_requests $status $upstream_status '
        '$upstream_http_x_request_id $upstream_http_x_seen $request_method';
      access_log requests.log forwarded;
      map $http_upgrade $connection_word { default upgrade; '' ''; }
      upstream hearth { server \(upstream); keepalive 4; }
      keepalive_timeout 500ms;
      client_header_timeout 500ms;
      client_body_timeout 500ms;
      lingering_timeout 100ms;
      server {
        listen \(listen);
        server_name localhost;
        location / {
          proxy_pass http://hearth;
          proxy_http_version 1.1;
          proxy_request_buffering \(buffering);
          proxy_read_timeout 3s;
          proxy_set_header Host $host;
          proxy_set_header Upgrade $http_upgrade;
          proxy_set_header Connection $connection_word;
          proxy_set_header X-Nginx-Request $connection-$connection_requests;
        }
      }
    """
  }

  // MARK: - The client's side

  /// A row as a client sent it, and what came back until nginx ended the connection.
  private struct Exchange: Sendable {
    var row: HTTPRequestRow
    var source: String
    var answers: [WireResponse]
  }

  /// An address of this machine for each row: the kernel gives a port to one connection after another.
  private static func source(_ index: Int) -> String { "127.1.\(index / 250).\(index % 250 + 1)" }

  private static func exchange(_ row: HTTPRequestRow, from source: String, _ port: UInt16) throws -> Exchange {
    let limit = Duration.seconds(60)
    let client = try HTTPTestClient(
      WireSocket(host: "127.0.0.1", port: port, from: source, within: limit), limit: limit)
    // nginx may have refused and gone before the last byte.
    try? client.send(raw: row.bytes)
    var exchange = Exchange(row: row, source: source, answers: [])
    while true {
      let index = exchange.answers.count
      let isHead = index < row.good.count && row.good[index].method == "HEAD"
      // Ends where nginx does, and at answers without a head (HTTP/0.9).
      guard let answer = try? client.readResponse(toHead: isHead) else { break }
      exchange.answers.append(answer)
      if answer.status == 101 { break }
    }
    return exchange
  }

  // MARK: - What nginx wrote down

  /// One request as nginx saw it, and the answer that it took for it.
  private struct Forwarded: Sendable {
    var source: String
    var id: String
    var status: Int
    /// The server's id of the request; nil where nginx answered for itself.
    var requestID: String?
    /// The request of nginx that the server answered, if a handler reported it.
    var seen: String?

    init(_ line: String) {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      source = words.first ?? ""
      id = words.count > 1 ? words[1] : ""
      status = words.count > 2 ? Int(words[2]) ?? 0 : 0
      requestID = words.count > 4 && words[4] != "-" ? words[4] : nil
      seen = words.count > 5 && words[5] != "-" ? words[5] : nil
    }
  }

  private static func checkNothingHid(_ forwarded: [Forwarded], _ log: RequestLog) {
    let answered = forwarded.compactMap(\.requestID).sorted()
    #expect(Set(answered).count == answered.count, "an answer was taken for that of two requests")
    let hidden = Set(log.ids).subtracting(answered)
    #expect(hidden.isEmpty && log.ids.count == answered.count, "the server saw other requests than nginx sent")
    #expect(forwarded.count { $0.status == 101 } == log.upgrades)
    #expect(answered.count > HTTPRequestTable.rows.count / 4, "nginx passed hardly anything on")
    let astray = forwarded.filter { $0.seen != nil && $0.seen != $0.id }
    #expect(astray.isEmpty, "answers went to other requests")
  }

  // MARK: - What became of a row

  private enum Outcome: CaseIterable {
    /// Its good requests are answered as without a proxy, and nothing else is.
    case asItIs
    /// At some request nginx answers for itself or ends the connection; the server sees nothing of that nor behind it.
    case refusedByNginx
    /// nginx passed on what the server then refused.
    case refusedByServer
    /// nginx made a good request of the bad one, which is answered once, like any other.
    case repaired
  }

  private static func check(_ exchange: Exchange, _ forwarded: [Forwarded]) -> Outcome {
    let row = exchange.row
    let passed = forwarded.filter { $0.requestID != nil || $0.status == 101 }
    let isBad = if case .refused = row.end { true } else { row.end == .incomplete }
    #expect(passed.count <= row.good.count + (isBad ? 1 : 0), "\(row): more requests than there are")
    for (good, answer) in zip(row.good, exchange.answers) {
      // nginx answered for itself: what is behind that is its own business.
      guard answer["X-Request-ID"] != nil || answer.status == 101 else {
        #expect(answer.status >= 400, "\(row)")
        return .refusedByNginx
      }
      checkAsItIs(answer, good, row)
    }
    #expect(exchange.answers.count >= row.good.count, "\(row): a good request without an answer")
    guard isBad else { return .asItIs }
    guard passed.count > row.good.count else { return .refusedByNginx }
    // Without a version the response has no head, and only the log of nginx contains its status.
    let status = passed[row.good.count].status
    #expect(status == 101 || status == 200 || status >= 400, "\(row)")
    return status == 101 || status < 400 ? .repaired : .refusedByServer
  }

  private static func checkAsItIs(_ answer: WireResponse, _ good: HTTPRequestRow.Good, _ row: HTTPRequestRow) {
    // nginx writes the fields of an upgrade anew: what was wrong with them may be right now.
    if row.end == .declined, answer.status == 101 || answer.status == 426 { return }
    // nginx adds lines of its own to as many as the server takes.
    if row.name == "the most field lines", answer.status == 431 { return }
    #expect(answer.status == good.status, "\(row)")
    if good.method == "POST", good.status == 200 { #expect(answer.text == good.body, "\(row)") }
  }

  /// `@unchecked Sendable`: the threads ask for its port only, and stop it when all are done.
  private struct Held: @unchecked Sendable {
    let value: NginxProcess
    init(_ value: NginxProcess) { self.value = value }
  }
}

/// All requests that a server has written down, those that it refused among them.
final class RequestLog: AccessLog {
  private let lines = Locked<[String]>([])
  private let upgraded = Locked(0)

  /// The ids of those that were answered by what has an id: all but upgrades.
  var ids: [String] { lines.withLock { $0 } }
  var upgrades: Int { upgraded.withLock { $0 } }

  let isOn = true

  func append(_ record: borrowing AccessRecord, to lines: inout [UInt8]) {
    if record.status == 101 {
      upgraded.withLock { $0 += 1 }
    } else {
      self.lines.withLock { $0.append(record.requestID) }
    }
  }

  func write(_ lines: [UInt8], count: Int) {}
}
