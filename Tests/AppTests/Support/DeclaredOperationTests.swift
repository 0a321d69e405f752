import API
import Testing

/// The operations of all modules together.
@Suite struct DeclaredOperationTests {
  @Test func areCompleteAndHaveDifferentIDs() async throws {
    let operations = try await DeclaredOperations.program.operations
    #expect(operations.flatMap { $0.violations() } == [])
    let counts = Dictionary(grouping: operations, by: \.id).filter { $0.value.count > 1 }
    #expect(counts.keys.sorted() == [])
  }
}
