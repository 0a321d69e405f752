import Logging
import Runtime
import TLS
import TestSupport
import Testing

@testable import Cluster

/// Commands to a Redis server of a test.
struct RedisCommands {
  private let address: RedisAddress?

  init(_ server: RedisServer) { address = RedisAddress(server.address) }

  func run(_ commands: [String]...) throws {
    let connection = try RedisConnection(#require(address), password: nil, tls: nil)
    for command in commands { _ = try? connection.command(command) }
  }
}

/// The addresses of Redis servers.
@Suite struct RedisAddressTests {
  @Test func readsEachForm() {
    #expect(RedisAddress("redis://cache")?.endpoint == .tcp(host: "cache", port: 6379, isEncrypted: false))
    #expect(RedisAddress("rediss://cache:6380/")?.endpoint == .tcp(host: "cache", port: 6380, isEncrypted: true))
    #expect(RedisAddress("redis://[::1]:7000")?.endpoint == .tcp(host: "::1", port: 7000, isEncrypted: false))
    #expect(RedisAddress("redis://[::1]")?.endpoint == .tcp(host: "::1", port: 6379, isEncrypted: false))
    #expect(RedisAddress("unix:///run/redis.sock")?.endpoint == .unix(path: "/run/redis.sock"))
    let full = RedisAddress("redis://anna:a%40b%3Ac@cache")
    #expect(full?.user == "anna" && full?.password == "a@b:c")
    let password = RedisAddress("redis://:secret@cache")
    #expect(password?.user == nil && password?.password == "secret")
  }

  @Test(arguments: [
    "", "cache", "http://cache", "redis://", "redis://cache:0", "redis://cache:x", "redis://cache:70000", "redis://::1",
    "unix://redis.sock", "redis://a%zz@cache", "redis://cache/1/2",
  ])
  func refusesOtherTexts(_ text: String) { #expect(RedisAddress(text) == nil) }
}

/// The parser of replies.
@Suite struct RedisReplyParserTests {
  private static func parse(_ text: String) throws -> [RedisReply] {
    var parser = RedisReplyParser()
    var replies: [RedisReply] = []
    // Each byte alone: every reply is incomplete at each place.
    for byte in text.utf8 {
      parser.append([byte])
      while let reply = try parser.next() { replies.append(reply) }
    }
    return replies
  }

  @Test func readsEveryKind() throws {
    let replies = try Self.parse(
      "+OK\r\n-ERR no\r\n:-5\r\n$3\r\na\r\n\r\n$-1\r\n*2\r\n:1\r\n*1\r\n+x\r\n*-1\r\n*0\r\n$0\r\n\r\n")
    #expect(
      replies == [
        .text("OK"), .error("ERR no"), .integer(-5), .bulk(Array("a\r\n".utf8)), .bulk(nil),
        .array([.integer(1), .array([.text("x")])]), .array(nil), .array([]), .bulk([]),
      ])
  }

  @Test(arguments: [
    "HTTP/1.1 400\r\n", "\r\n", ":x\r\n", "$-2\r\n", "$99999999\r\n", "*5000\r\n",
    "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n",
  ])
  func refusesOtherBytes(_ text: String) {
    #expect(throws: RedisProtocolError.self) { try Self.parse(text) }
  }

  @Test func boundsAnEndlessLine() throws {
    var parser = RedisReplyParser()
    #expect(throws: RedisProtocolError.self) {
      for _ in 0..<100 {
        parser.append([UInt8](repeating: 43, count: 20_000))
        _ = try parser.next()
      }
    }
  }
}

/// Passwords and TLS.
@Suite(.timeLimit(.minutes(2))) struct RedisConnectionTests {
  @Test func logsInWithAPassword() async throws {
    try await runBlocking {
      let server = try RedisServer(password: "secret")
      let address = try #require(RedisAddress(server.address))
      #expect(throws: RedisError.self) {
        try RedisConnection(address, password: nil, tls: nil).command(["PING"])
      }
      #expect(throws: RedisError.self) { try RedisConnection(address, password: "wrong", tls: nil) }
      let reply = try RedisConnection(address, password: "secret", tls: nil).command(["PING"])
      #expect(reply == .text("PONG"))
    }
  }

  @Test func verifiesTheCertificateOfTheServer() async throws {
    try await runBlocking {
      let certificate = try TestCertificate()
      let server = try RedisServer(certificate: certificate)
      let trusting = try TLSContext.client(authorities: certificate.rootFile)
      for host in ["localhost", "127.0.0.1"] {
        let address = try #require(RedisAddress("rediss://\(host):\(server.tlsPort)"))
        #expect(try RedisConnection(address, password: nil, tls: trusting).command(["PING"]) == .text("PONG"))
        // The certificate is not of an authority of the system.
        let strict = try TLSContext.client(authorities: nil)
        #expect(throws: TLSError.self) { try RedisConnection(address, password: nil, tls: strict) }
      }
      // The certificate is of another host.
      let other = try #require(RedisAddress("rediss://127.0.0.2:\(server.tlsPort)"))
      #expect(throws: (any Error).self) { try RedisConnection(other, password: nil, tls: trusting) }
      #expect(throws: TLSIdentityError.self) { try TLSContext.client(authorities: "/nonexistent") }
    }
  }
}
