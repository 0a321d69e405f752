import API
import TestSupport
import Testing

@testable import Chat

/// The declarations of the REST operations are complete. `ChatFixture` compares every response with them.
@Suite struct ChatOperationTests {
  private static let operations =
    RoomOperations(configuration: .init()).all + MessageOperations(configuration: .init()).all

  @Test(arguments: operations) func isComplete(_ operation: Operation) { #expect(operation.violations() == []) }

  @Test func idsAreUnique() {
    #expect(Set(Self.operations.map(\.id)).count == Self.operations.count)
  }

  @Test func everyRouteHasAnOperation() async throws {
    let declared = try await withFixture(try await ChatFixture()) { chat in
      ChatRoutes(chat: chat.chat).routes.map(\.operation.id)
    }
    #expect(declared.sorted() == Self.operations.map(\.id).sorted())
  }
}
