import Foundation
import Net
import Runtime
import TestSupport
import Testing

@Suite struct ListeningSocketTests {
  @Test(arguments: [
    ("127.0.0.1:80", "127.0.0.1:80"), ("[::1]:0", "[::1]:0"), (":8000", "0.0.0.0:8000"),
    ("unix:/run/hearth.sock", "unix:/run/hearth.sock"), ("systemd", "systemd"),
  ])
  func readsAddresses(text: String, canonical: String) {
    #expect(ListenAddress(text)?.description == canonical)
  }

  @Test func refusesInvalidAddresses() {
    let long = "unix:/" + String(repeating: "x", count: 107)
    for text in ["", "unix:", "unix:run/x", "unix:/a\u{0}b", long, "80", "::1:80", "host", "Systemd"] {
      #expect(ListenAddress(text) == nil, "\(text)")
    }
    #expect(ListenAddress(String(long.dropLast())) != nil)
  }

  /// A listener on a loop of its own; `close` also removes the file.
  private final class Listening: Sendable {
    private let group: EventLoopGroup
    private let listener: LoopBound<Listener>

    init(_ socket: ListeningSocket) async throws {
      group = try EventLoopGroup(count: 1)
      let group = group
      listener = try await withCheckedThrowingContinuation { continuation in
        group.loops[0].spawn { loop in
          continuation.resume(
            with: Result {
              LoopBound(
                try Listener(
                  socket: socket, loop: loop, accepted: { client, _ in Descriptor.close(client) },
                  acceptFailed: { _ in }),
                on: loop)
            })
        }
      }
    }

    func close() async {
      let listener = listener
      await withCheckedContinuation { continuation in
        group.loops[0].spawn { _ in
          listener.value.close()
          continuation.resume()
        }
      }
      group.stopAndJoin()
    }
  }

  private static func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func createsTheFileWithItsModeAndRemovesIt() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s"
    let listening = try await Listening(try ListeningSocket.open(.unix(path: path), mode: 0o620)[0])
    #expect(try Self.mode(path) == 0o620)
    try await runBlocking { _ = try WireSocket(path: path) }
    await listening.close()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func replacesTheFileOfAnEndedServer() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s"
    try await runBlocking {
      // Ends without removing its file, like a killed server.
      do { _ = try ListeningDescriptor(path: path) }
      #expect(FileManager.default.fileExists(atPath: path))
    }
    let listening = try await Listening(try ListeningSocket.open(.unix(path: path))[0])
    try await runBlocking { _ = try WireSocket(path: path) }
    await listening.close()
  }

  @Test func refusesTheFileOfAListeningServer() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s"
    let other = try ListeningDescriptor(path: path)
    let error = #expect(throws: ListenError.self) { try ListeningSocket.open(.unix(path: path)) }
    #expect(error?.reason == "another server listens on it")
    try await runBlocking { _ = try WireSocket(path: path) }
    _ = other
  }

  @Test func refusesFilesThatAreNotSockets() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s"
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: ListenError.self) { try ListeningSocket.open(.unix(path: path)) }
    #expect(error?.reason == "the file exists and is not a socket")
    #expect(folder.contents(of: "s") == Array("precious".utf8))
  }

  /// A server that starts while the old one stops must keep its socket file.
  @Test func removesOnlyItsOwnFile() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/s"
    let first = try await Listening(try ListeningSocket.open(.unix(path: path))[0])
    try FileManager.default.removeItem(atPath: path)
    let second = try await Listening(try ListeningSocket.open(.unix(path: path))[0])
    await first.close()
    try await runBlocking { _ = try WireSocket(path: path) }
    await second.close()
  }

  @Test func reportsTheAddressOfAFailure() {
    #expect(throws: ListenError.self) { try ListeningSocket.open(.unix(path: "/nonexistent/s")) }
    #expect(throws: ListenError.self) { try ListeningSocket.open(.systemd) }
  }
}
