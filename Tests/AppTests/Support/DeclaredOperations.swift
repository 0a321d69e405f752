import API
import Documentation
import Logging
import Modules
import Realtime
import Runtime
import TestSupport

@testable import App

/// The declarations of all routes and sockets of the program with `--dev`.
struct DeclaredOperations: Sendable {
  /// In the order of the modules, with those of the server itself.
  let operations: [Operation]
  /// The paths of all sockets.
  let socketPaths: [String]
  /// The declarations of the sockets of accounts.
  let endpoints: [EndpointDeclaration]

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
    settings.isDevelopment = true
    let services = ServiceStack(logger: logger)
    do {
      let core = try await ServerCore.start(settings, environment: .system, logger: logger, services: services)
      let modules = try await ServerModules.make(core)
      let routes = Generation.routes(core, modules, isReady: Locked(true))
      let sockets = modules.flatMap(\.sockets)
      await services.stop(within: .seconds(5))
      return DeclaredOperations(
        operations: routes.map(\.operation) + DocumentOperations.all, socketPaths: sockets.map(\.template),
        endpoints: sockets.compactMap { ($0.endpoint as? any RealtimeEndpoint)?.declaration })
    } catch {
      await services.stop(within: .seconds(5))
      throw error
    }
  }
}
