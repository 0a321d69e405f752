import API
import HTTPServer
import JSONCodec
import TestSupport
import Testing

/// The table of malformed and borderline requests over real sockets.
@Suite struct RequestTableWireTests {
  /// - Parameter immediately: whether they are answered without a task.
  private static func routes(immediately: Bool) -> [Route] {
    let hello: @Sendable (Request) -> Response = { _ in .json(["hello": "world"]) }
    let echo: @Sendable (Request) -> Response = { Response(status: 200, body: $0.body) }
    if immediately {
      return [Route.synchronous("GET", "/", handler: hello), Route.synchronous("POST", "/", handler: echo)]
    }
    return [
      Route("GET", "/", authentication: .none) { hello($0) }, Route("POST", "/", authentication: .none) { echo($0) },
    ]
  }

  @Test(arguments: [false, true]) func answersEveryRowSentWhole(immediately: Bool) async throws {
    try await withServer(
      routes: Self.routes(immediately: immediately), sockets: [SocketRoute("/socket", EchoEndpoint())]
    ) { port in
      for row in HTTPRequestTable.rows { Self.check(row, [row.bytes], port) }
    }
  }

  @Test(arguments: [false, true]) func answersEveryRowCutIntoPieces(immediately: Bool) async throws {
    try await withServer(
      routes: Self.routes(immediately: immediately), sockets: [SocketRoute("/socket", EchoEndpoint())]
    ) { port in
      for row in HTTPRequestTable.rows {
        let ways = Splits.of(row.bytes, randomTries: 2, seed: 7)
        // Long rows byte by byte are read byte by byte by the tests of the parser.
        for pieces in ways.dropFirst() where pieces.count <= 600 { Self.check(row, pieces, port) }
      }
    }
  }

  private static func check(_ row: HTTPRequestRow, _ pieces: [[UInt8]], _ port: UInt16) {
    do {
      try exchange(row, pieces, HTTPTestClient(port: port))
    } catch {
      Issue.record("\(row): \(error)")
    }
  }

  private static func exchange(_ row: HTTPRequestRow, _ pieces: [[UInt8]], _ client: HTTPTestClient) throws {
    try send(pieces, by: client, mayEnd: row.end != .open)
    for good in row.good {
      let answer = try client.readResponse(toHead: good.method == "HEAD")
      check(answer, good, row)
    }
    switch row.end {
    case .open, .incomplete: client.socket.finishSending()
    case .closed, .declined: break
    case .refused(let status):
      let answer = try client.readResponse()
      #expect(answer.status == status, "\(row)")
      #expect(!answer.keepsAlive, "\(row)")
      #expect(answer.json?["success"] == false, "\(row)")
      #expect(answer["X-Request-ID"] != nil, "\(row)")
    }
    #expect(try client.readToEnd().isEmpty, "\(row)")
  }

  /// - Parameter mayEnd: whether the server may have answered and gone before the last piece.
  private static func send(_ pieces: [[UInt8]], by client: HTTPTestClient, mayEnd: Bool) throws {
    do throws(WireError) {
      for piece in pieces { try client.send(raw: piece) }
    } catch {
      guard case .ended = error, mayEnd else { throw error }
    }
  }

  private static func check(_ answer: WireResponse, _ good: HTTPRequestRow.Good, _ row: HTTPRequestRow) {
    #expect(answer.status == good.status, "\(row)")
    #expect(answer["X-Request-ID"] != nil, "\(row)")
    if good.method == "POST", good.status == 200 { #expect(answer.text == good.body, "\(row)") }
    if good.status >= 400 { #expect(answer.json?["success"] == false, "\(row)") }
    if row.end == .declined { #expect(!answer.keepsAlive, "\(row)") }
  }
}
