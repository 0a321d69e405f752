import API
import Testing

@testable import Development

/// The declarations of the development mode.
@Suite struct DevelopmentOperationTests {
  private static let operations = [
    ClockOperations.get, ClockOperations.set, ClockOperations.reset, TokenOperations.expire, TokenOperations.revoke,
    ModelOperations.get, ModelOperations.set, ModelOperations.delete,
  ]

  @Test func areComplete() { #expect(Self.operations.flatMap { $0.violations() } == []) }

  @Test func areUnderOnePathAndInOneGroup() {
    #expect(Self.operations.allSatisfy { $0.path.hasPrefix("/dev/") && $0.tag == DevelopmentTool.tag })
  }
}
