import TLS
import TestSupport
import Testing

@Suite struct TLSSessionTests {
  @Test(arguments: [TLSContext.Version.tls12, .tls13], [Int.max, 1, 7])
  func transfersBytesBothWaysForAnyFragmentation(version: TLSContext.Version, pieces: Int) throws {
    var pair = try TLSPair(upTo: version)
    try pair.carry(pieces: pieces)
    #expect(pair.client.phase == .open && pair.server.phase == .open)
    #expect(pair.server.version == (version == .tls12 ? "TLSv1.2" : "TLSv1.3"))
    #expect(pair.server.applicationProtocol == "http/1.1")
    let long = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for byte in try TLSPair.say(long, pair.client) { try TLSPair.give([byte], pair.server, &pair.heardByServer) }
    #expect(pair.heardByServer == long)
    try TLSPair.give(try TLSPair.say(long, pair.server), pair.client, &pair.heardByClient)
    #expect(pair.heardByClient == long)
  }

  @Test func deliversBytesThatArriveWithTheEndOfTheHandshake() throws {
    var pair = try TLSPair()
    try TLSPair.give(TLSPair.output(of: pair.client), pair.server, &pair.heardByServer)
    try TLSPair.give(TLSPair.output(of: pair.server), pair.client, &pair.heardByClient)
    let flight = TLSPair.output(of: pair.client) + (try TLSPair.say(Array("early".utf8), pair.client))
    try TLSPair.give(flight, pair.server, &pair.heardByServer)
    #expect(pair.heardByServer == Array("early".utf8))
  }

  @Test func sendsAfterThePeersCloseNotify() throws {
    var pair = try TLSPair()
    try pair.carry()
    let last = try TLSPair.say(Array("last".utf8), pair.client)
    pair.client.close()
    try TLSPair.give(last + TLSPair.output(of: pair.client), pair.server, &pair.heardByServer)
    #expect(pair.heardByServer == Array("last".utf8))
    #expect(pair.server.phase == .peerFinished)
    try TLSPair.give(try TLSPair.say(Array("answer".utf8), pair.server), pair.client, &pair.heardByClient)
    #expect(pair.heardByClient == Array("answer".utf8))
    pair.server.close()
    try pair.carry()
    #expect(pair.client.phase == .peerFinished)
    #expect(throws: TLSError.over) { try TLSPair.say([1], pair.server) }
  }

  /// RFC 7301 §3.2: a server that supports none of the offered protocols says so.
  @Test(arguments: [["h2"], ["h2", "h3"], ["http/1.0"]])
  func refusesClientsThatOfferOnlyOtherProtocols(protocols: [String]) throws {
    var pair = try TLSPair(protocols: protocols)
    #expect(throws: TLSError.self) { try pair.carry() }
    #expect(pair.server.phase == .failed)
    let error = #expect(throws: TLSError.self) {
      try TLSPair.give(TLSPair.output(of: pair.server), pair.client, &pair.heardByClient)
    }
    #expect("\(try #require(error))".contains("no application protocol"))
  }

  @Test(arguments: [([String](), String?.none), (["h2", "http/1.1"], "http/1.1"), (["http/1.1", "h2"], "http/1.1")])
  func negotiatesHTTP11OrNoProtocol(protocols: [String], chosen: String?) throws {
    var pair = try TLSPair(protocols: protocols)
    try pair.carry()
    #expect(pair.server.phase == .open && pair.server.applicationProtocol == chosen)
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\nHost: x\r\n\r\n", true), ("POST /x HTTP/1.1\r\n", true),
    ("SSH-2.0-OpenSSH_9.2\r\n", false), (String(repeating: "\u{0}", count: 64), false),
    ("\u{16}\u{03}\u{01}\u{7f}\u{7f}\u{01}\u{00}\u{00}\u{00}\u{00}", false),
  ])
  func rejectsInputThatIsNotTLS(text: String, isHTTP: Bool) throws {
    var pair = try TLSPair()
    let error = #expect(throws: TLSError.self) { try TLSPair.give(Array(text.utf8), pair.server, &pair.heardByServer) }
    #expect((error == .plainHTTP) == isHTTP)
    #expect(pair.server.phase == .failed)
    #expect(throws: TLSError.over) { try TLSPair.give([0x16], pair.server, &pair.heardByServer) }
  }

  @Test func refusesModifiedRecords() throws {
    var pair = try TLSPair()
    try pair.carry()
    var record = try TLSPair.say(Array("hello".utf8), pair.client)
    record[record.count - 1] ^= 1
    #expect(throws: TLSError.self) { try TLSPair.give(record, pair.server, &pair.heardByServer) }
    #expect(pair.heardByServer.isEmpty)
    #expect(pair.server.hasOutput, "an alert tells the peer")
  }

  /// RFC 8446 §5.1: a record has at most 2^14 + 256 bytes, so that no more is buffered.
  @Test func refusesOversizedRecords() throws {
    var pair = try TLSPair()
    try pair.carry()
    #expect(throws: TLSError.self) {
      try TLSPair.give(
        [0x17, 0x03, 0x03, 0xFF, 0xFF] + [UInt8](repeating: 1, count: 20_000), pair.server, &pair.heardByServer)
    }
  }
}
