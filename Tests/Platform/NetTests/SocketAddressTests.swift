import Net
import Testing

@Suite struct SocketAddressTests {
  @Test(
    arguments: [
      ("127.0.0.1:80", "127.0.0.1", 80, "127.0.0.1:80"), ("localhost:0", "localhost", 0, "localhost:0"),
      (":8080", "0.0.0.0", 8080, "0.0.0.0:8080"), ("[::1]:65535", "::1", 65535, "[::1]:65535"),
    ] as [(String, String, UInt16, String)])
  func reads(_ text: String, _ host: String, _ port: UInt16, _ description: String) {
    let address = SocketAddress(text)
    #expect(address?.host == host && address?.port == port)
    #expect(address?.description == description)
  }

  @Test(arguments: ["", "80", "localhost", "localhost:", "localhost:http", "x:65536", "x:-1", "::1:80", "::1", "x:8 0"])
  func refuses(_ text: String) {
    #expect(SocketAddress(text) == nil)
  }

  @Test func reportsWhyItCannotListen() throws {
    let first = try ListeningSocket(SocketAddress(host: "127.0.0.1", port: 0))
    #expect(first.address != .tcp(SocketAddress(host: "127.0.0.1", port: 0)))
    let error = #expect(throws: ListenError.self) { try ListeningSocket.open(first.address) }
    #expect(error?.description == "cannot listen on \(first.address): Address already in use")
    let unknown = SocketAddress(host: "no such host", port: 1)
    #expect(throws: ListenError.self) { try ListeningSocket(unknown) }
  }

  @Test func reportsAProbeWithoutResponse() throws {
    #expect(throws: ProbeError.self) { try ReadinessProbe(.tcp(SocketAddress(host: "127.0.0.1", port: 1))).ask() }
  }
}
