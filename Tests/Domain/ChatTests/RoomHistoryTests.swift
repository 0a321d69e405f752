import API
import Logging
import Runtime
import Storage
import TestSupport
import Testing

@testable import Chat

@Suite struct RoomHistoryTests {
  /// Of two transactions with a room in common, an engine with several writers may run the later one first.
  @Test func runsOneTransactionAtATimeInTheScopeOfItsRoomsAndAuthors() async throws {
    let base = try await TestDatabase.make(users: ["anna", "ben"])
    let (commits, commit) = AsyncStream.makeStream(of: Void.self)
    let (permits, permit) = AsyncStream.makeStream(of: Void.self)
    let isGated = Locked(false)
    let database = ScopeCheckingDatabase(base) { _ in
      guard isGated.withLock({ $0 }) else { return }
      commit.yield()
      for await _ in permits { return }
    }
    let chat = ChatService(
      database: database, environment: ManualClock().environment,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, spawn: { body in Task { await body() } })
    try await chat.start()
    isGated.withLock { $0 = true }
    let before = database.scopes.withLock { $0.count }
    let (outcomes, outcome) = AsyncStream.makeStream(of: Result<RoomHistory.Outcome, Problem>.self)
    func post(_ text: String, by user: String) {
      let author = ChatMessageRepository.Author(roomID: 1, userID: user, username: user)
      chat.history.submit(RoomCommand(author: author, action: .post(text, clientID: nil))) { outcome.yield($0) }
    }

    post("1", by: "anna")
    for await _ in commits { break }
    for text in ["2", "3", "4"] { post(text, by: text == "3" ? "ben" : "anna") }
    #expect(chat.history.waitingCount == 3)
    #expect(database.scopes.withLock { $0.count } == before + 1)
    permit.yield()
    for await _ in commits { break }
    permit.yield()

    var texts: [String] = []
    for await result in outcomes {
      guard case .success(.done(let change)) = result else {
        Issue.record("\(result)")
        break
      }
      #expect(change.message.id == Int64(texts.count + 1))
      texts.append(change.message.content)
      if texts.count == 4 { break }
    }
    #expect(texts == ["1", "2", "3", "4"])
    let scopes = database.scopes.withLock { Array($0[before...]) }
    #expect(scopes == [.room(1).and(.user("anna")), .room(1).and(.users(["anna", "ben"]))])
    await base.close()
  }
}
