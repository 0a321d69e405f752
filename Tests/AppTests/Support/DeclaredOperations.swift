import API
import Bytes
import Logging
import Modules
import Runtime
import TestSupport

@testable import App

/// The declarations of all routes of the program, which responses are compared with.
struct DeclaredOperations: Sendable {
  /// In the order of the modules.
  let operations: [Operation]

  /// The operations of the program. The modules are built once, with a database of their own.
  static var program: DeclaredOperations {
    get async throws { try await built.value }
  }

  private static let built = Task { try await build() }

  private static func build() async throws -> DeclaredOperations {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    var settings = ServerSettings()
    settings.dataFolder = folder.path
    settings.loops = 1
    let services = ServiceStack(logger: logger)
    do {
      let core = try await ServerCore.start(settings, environment: .system, logger: logger, services: services)
      let routes = try await ServerModules.make(core).flatMap(\.routes)
      await services.stop(within: .seconds(5))
      // Routes without a complete declaration have no id.
      return DeclaredOperations(operations: routes.map(\.operation).filter { !$0.id.isEmpty })
    } catch {
      await services.stop(within: .seconds(5))
      throw error
    }
  }

  /// The differences between a response and the declaration of its route; empty if there is none.
  func violations(_ method: String, _ target: String, _ response: WireResponse) -> [String] {
    guard let operation = find(method, target) else { return [] }
    let mediaType = response["Content-Type"]?.prefix { $0 != ";" }
    return operation.violations(
      status: response.status, mediaType: mediaType.map { String($0) }, body: response.body)
  }

  /// The operation whose path a target has. A literal segment has priority over a parameter, as in the router.
  private func find(_ method: String, _ target: String) -> Operation? {
    let path = target.prefix { $0 != "?" }.split(separator: "/")
    return operations.filter { operation in
      let template = operation.path.split(separator: "/")
      return operation.method == method && template.count == path.count
        && zip(template, path).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
    }.min { parameters(of: $0) < parameters(of: $1) }
  }

  private func parameters(of operation: Operation) -> Int { operation.path.count(where: { $0 == "{" }) }
}
