import Testing

@testable import Storage

@Suite struct WriteScopeTests {
  /// All transactions lock in one order.
  @Test func ordersItsKeysWithoutRepetition() {
    let scope = WriteScope.rooms([12, 3, 12]).and(.users(["b", "a"])).and(.accounts).and(.user("a"))
    #expect(scope.keys == ["accounts", "room:12", "room:3", "user:a", "user:b"])
    #expect(scope == .accounts.and(.users(["a", "b"])).and(.room(3)).and(.room(12)))
  }

  @Test func isUnchangedByAnEmptyScope() {
    #expect(WriteScope.none.keys.isEmpty)
    #expect(WriteScope.jobs.and(.none) == .jobs && WriteScope.users([]) == .none)
  }

  /// A user must not be able to choose an id that locks something else.
  @Test func distinguishesKindsOfKeys() {
    #expect(Set([WriteScope.user("1"), .room(1), .task("1"), .user("jobs"), .jobs, .task("jobs")]).count == 6)
  }
}
