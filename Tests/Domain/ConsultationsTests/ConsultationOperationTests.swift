import API
import TestSupport
import Testing

@testable import Consultations

/// The declarations of the REST operations are complete. `ConsultationFixture` compares every response with them.
@Suite struct ConsultationOperationTests {
  private static let operations = ConsultationOperations(configuration: .init()).all

  @Test(arguments: operations) func isComplete(_ operation: Operation) { #expect(operation.violations() == []) }

  @Test func idsAreUnique() {
    #expect(Set(Self.operations.map(\.id)).count == Self.operations.count)
  }
}
