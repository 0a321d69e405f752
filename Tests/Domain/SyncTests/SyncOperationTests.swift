import API
import JSONCodec
import Testing

@testable import Sync

/// The declarations of the REST operations and of the socket messages are complete.
@Suite struct SyncOperationTests {
  private static let operations = SyncOperations(configuration: .init()).all

  @Test(arguments: operations) func isComplete(_ operation: Operation) { #expect(operation.violations() == []) }

  @Test func idsAreUnique() {
    #expect(Set(Self.operations.map(\.id)).count == Self.operations.count)
  }

  @Test(arguments: ["", "0", "42", "42.bv", "42~7000", "42.bv~7000"])
  func declaresCursors(_ text: String) {
    #expect(Cursor.schema.violations(.string(text), at: "since", isOpen: true) == [])
    #expect(text.isEmpty || Cursor(text) != nil)
  }

  @Test(arguments: ["yesterday", "42.", "42.x", "-1", "42~", " 42"])
  func refusesOtherCursors(_ text: String) {
    #expect(Cursor.schema.violations(.string(text), at: "since", isOpen: true) != [])
    #expect(Cursor(text) == nil)
  }
}
