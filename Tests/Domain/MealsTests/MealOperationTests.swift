import API
import Testing

@testable import Meals

/// The declarations of the routes of meal logs are complete.
@Suite struct MealOperationTests {
  @Test(arguments: MealOperations.all) func isDeclaredCompletely(_ operation: Operation) {
    #expect(operation.violations() == [])
  }

  @Test func haveDifferentIDs() {
    #expect(Set(MealOperations.all.map(\.id)).count == MealOperations.all.count)
  }
}
