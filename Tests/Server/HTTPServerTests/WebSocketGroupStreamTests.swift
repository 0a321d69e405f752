import API
import HTTPServer
import Runtime
import TestSupport
import Testing

/// Numbered messages reach a member without gap and repeat.
@Suite struct WebSocketGroupStreamTests {
  private static func message(_ number: Int64, except: WebSocketSession? = nil) -> WebSocketGroup.Message {
    .init(.text(Array("\(number)".utf8)), number: number, except: except)
  }

  /// Runs `script` on a session that is on hold in `group`, and reads what it gets until "end".
  private static func heard(
    _ group: WebSocketGroup, webSocket: WebSocketConfiguration = .init(),
    _ script: @escaping @Sendable (WebSocketSession) async -> Void
  ) async throws -> [String] {
    let texts = Locked<[String]>([])
    let endpoint = ScriptedEndpoint { session in
      group.join(session, isOnHold: true)
      await script(session)
      await session.send(Array("end".utf8))
      while await session.next() != nil {}
      group.leave(session)
    }
    try await withServer(sockets: [SocketRoute("/group", endpoint)], webSocket: webSocket) { port in
      let client = try WebSocketTestClient.connect(port: port, "/group")
      while case let text = try client.receiveText(), text != "end" { texts.withLock { $0.append(text) } }
    }
    return texts.withLock { $0 }
  }

  /// Lets the loop deliver what was sent so far.
  private static func turn(_ session: WebSocketSession) async {
    session.wake()
    _ = await session.next()
  }

  @Test func messagesReceivedDuringAHoldFollowTheHistory() async throws {
    let group = WebSocketGroup()
    let texts = try await Self.heard(group) { session in
      group.hold(session)
      group.send((1...5).map { Self.message($0) })
      await Self.turn(session)
      // 1 to 3 were read elsewhere.
      #expect(group.release(session, behind: 3))
      group.send([Self.message(6), Self.message(6), Self.message(5)])
      await Self.turn(session)
    }
    #expect(texts == ["4", "5", "6"])
  }

  @Test func aMissingNumberPutsItOnHoldAndWakesIt() async throws {
    let group = WebSocketGroup()
    let texts = try await Self.heard(group) { session in
      #expect(group.release(session, behind: 0))
      group.send([Self.message(1), Self.message(3), Self.message(4)])
      #expect(await session.next() == .woken)
      #expect(!group.release(session, behind: 1))
      #expect(group.hold(session) == 1)
      group.send([Self.message(5)])
      await Self.turn(session)
      // 2 to 4 were read elsewhere.
      #expect(group.release(session, behind: 4))
    }
    #expect(texts == ["1", "5"])
  }

  @Test func messagesWithoutNumberComeAtOnceButNotToTheOneThatIsLeftOut() async throws {
    let group = WebSocketGroup()
    let texts = try await Self.heard(group) { session in
      group.send([
        .init(.text(Array("typing".utf8))), .init(.text(Array("own".utf8)), except: session), Self.message(1),
      ])
      await Self.turn(session)
    }
    #expect(texts == ["typing"])
  }

  @Test func messagesRejectedByALoopAreReadFromTheHistory() async throws {
    let group = WebSocketGroup(maxQueuedBytes: 100)
    let texts = try await Self.heard(group) { session in
      #expect(group.release(session, behind: 0))
      #expect(group.send([Self.message(1)]))
      #expect(!group.send([.init(.text([UInt8](repeating: 0x61, count: 200)), number: 2)]))
      #expect(await session.next() == .woken)
      #expect(group.hold(session) == 1)
      #expect(group.release(session, behind: 2))
      group.send([Self.message(3)])
      await Self.turn(session)
    }
    #expect(texts == ["1", "3"])
  }

  @Test func buffersOnlyAFractionOfTheSendQueue() async throws {
    let group = WebSocketGroup()
    let texts = try await Self.heard(group, webSocket: .with { $0.maxQueuedBytes = 400 }) { session in
      group.hold(session)
      for number in Int64(1)...3 {
        group.send([.init(.text([UInt8](repeating: 0x61, count: 60)), number: number)])
        await Self.turn(session)
      }
      #expect(!group.release(session, behind: 0))
      #expect(group.hold(session) != 3)
      #expect(group.release(session, behind: 3))
      group.send([Self.message(4)])
      await Self.turn(session)
    }
    #expect(texts == ["4"])
  }
}
