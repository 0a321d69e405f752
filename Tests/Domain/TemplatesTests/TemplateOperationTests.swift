import API
import Testing

@testable import Templates

/// The declarations of the routes of templates are complete.
@Suite struct TemplateOperationTests {
  private static let all =
    TemplateOperations.all.flatMap(\.common) + [
      MealTemplateOperations.use(TemplateFixture.Recorder().loggedResponse), MealTemplateOperations.foods,
      MealTemplateOperations.nutrition,
    ] + WellnessTemplateOperations.approve + WellnessTemplateOperations.reject

  @Test(arguments: all) func isDeclaredCompletely(_ operation: Operation) {
    #expect(operation.violations() == [])
  }

  @Test func haveDifferentIDs() { #expect(Set(Self.all.map(\.id)).count == Self.all.count) }
}
