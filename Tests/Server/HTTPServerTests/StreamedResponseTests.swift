import API
import HTTPCodec
import HTTPServer
import Runtime
import TestSupport
import Testing

/// Content that is made while it is sent.
@Suite struct StreamedResponseTests {
  /// Counts pieces up, and says how many were asked for.
  private struct Pieces: BodySource {
    struct Broken: Error {}

    var count: Int
    var size = 1
    var breaksAt: Int?
    var made = Locked(0)

    mutating func next() async throws -> [UInt8]? {
      let index = made.withLock { made in
        made += 1
        return made - 1
      }
      if index == breaksAt { throw Broken() }
      return index < count ? [UInt8](repeating: UInt8(ascii: "a") + UInt8(index % 26), count: size) : nil
    }
  }

  private static func route(_ make: @escaping @Sendable () -> Pieces) -> [Route] {
    [
      Route("GET", "/stream", authentication: .none) { _ in .streamed(make(), contentType: "application/x-ndjson") },
      Route("GET", "/plain", authentication: .none) { _ in .text("plain") },
    ]
  }

  @Test func sendsChunksAndKeepsTheConnectionAlive() async throws {
    try await withServer(routes: Self.route { Pieces(count: 5) }) { port in
      let client = try HTTPTestClient(port: port)
      let answer = try client.request("GET", "/stream")
      #expect(answer.status == 200 && answer.text == "abcde" && answer.keepsAlive)
      #expect(answer["Transfer-Encoding"] == "chunked" && answer["Content-Length"] == nil)
      #expect(try client.request("GET", "/plain").text == "plain")
    }
  }

  @Test func delimitsHTTP10ResponsesByClosingTheConnection() async throws {
    try await withServer(routes: Self.route { Pieces(count: 3) }) { port in
      let client = try HTTPTestClient(port: port)
      try client.send(raw: "GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      let answer = try client.readResponse()
      #expect(answer.text == "abc" && answer["Transfer-Encoding"] == nil && answer["Connection"] == "close")
    }
  }

  @Test func aHeadRequestProducesNoBody() async throws {
    let made = Locked(0)
    try await withServer(routes: Self.route { Pieces(count: 3, made: made) }) { port in
      let client = try HTTPTestClient(port: port)
      let answer = try client.request("HEAD", "/stream")
      #expect(answer.status == 200 && answer["Transfer-Encoding"] == "chunked" && answer.body.isEmpty)
      #expect(try client.request("GET", "/plain").text == "plain")
    }
    #expect(made.withLock { $0 } == 0)
  }

  @Test func aFailedStreamSendsNoFinalChunk() async throws {
    try await withServer(routes: Self.route { Pieces(count: 3, breaksAt: 2) }) { port in
      let client = try HTTPTestClient(port: port)
      try client.send("GET", "/stream")
      let text = String(decoding: try client.readToEnd(), as: UTF8.self)
      #expect(text.contains("a\r\n") && !text.hasSuffix("0\r\n\r\n"), "\(text)")
    }
  }

  @Test func producesFewChunksAheadOfTheReader() async throws {
    let made = Locked(0)
    try await withServer(routes: Self.route { Pieces(count: 1000, size: 32 << 10, made: made) }) { port in
      let client = try HTTPTestClient(port: port, receiveBuffer: 4096)
      try client.send("GET", "/stream")
      let other = try HTTPTestClient(port: port)
      // The kernel's buffers take some of it; after many turns of the server it still waits for the reader.
      for _ in 0..<200 { _ = try other.request("GET", "/plain") }
      #expect(made.withLock { $0 } < 400)
      let answer = try client.readResponse()
      #expect(answer.body.count == 1000 * (32 << 10))
    }
  }
}
