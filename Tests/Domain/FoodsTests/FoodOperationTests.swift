import API
import Testing

@testable import Foods

/// The declarations of the routes of foods are complete.
@Suite struct FoodOperationTests {
  @Test(arguments: FoodOperations.all) func isDeclaredCompletely(_ operation: Operation) {
    #expect(operation.violations() == [])
  }

  @Test func haveDifferentIDs() {
    #expect(Set(FoodOperations.all.map(\.id)).count == FoodOperations.all.count)
  }
}
