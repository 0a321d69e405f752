import API
import Accounts
import Storage
import Testing

@Suite struct AccountOperationsTests {
  @Test func everyRouteHasACompleteDeclaration() async throws {
    let harness = try AccountsHarness()
    let routes = AccountRoutes(accounts: try harness.service()).routes
    for route in routes { #expect(route.operation.violations().isEmpty, "\(route.operation.violations())") }
    #expect(Set(routes.map(\.operation.id)).count == routes.count)
    #expect(routes.count == 33)
  }

  @Test func everyOperationOnTheDataOfAnAccountHasACompleteDeclaration() {
    for operation in AccountDataModule.operations {
      #expect(operation.violations().isEmpty, "\(operation.violations())")
      #expect(operation.authentication == (operation.path.hasPrefix("/api/v1/admin/") ? .admin : .bearer))
    }
  }
}
