package import API
package import HTTPServer
package import Logging
import Net
import Runtime

/// An HTTP server inside the test's process, on a free port.
package final class TestServer: TestFixture, Sendable {
  /// 0 if it listens on a socket in the file system.
  package let port: UInt16
  private let server: HTTPServer
  private let group: EventLoopGroup
  private let contract: DeclaredContract

  /// - Parameters:
  ///   - authenticator: nil knows no token.
  ///   - listen: the address to listen on.
  ///   - loops: one loop makes the ids of requests unique.
  ///   - logger: what gets the server's log, but for answered requests, which `accessLog` gets.
  ///   - middleware: additional members, after those of the product.
  ///   - clock: what the server's wall clock shows.
  ///   - interceptor: records and disturbs traffic, as with `--dev`.
  package init(
    routes: [Route] = [], sockets: [SocketRoute] = [], authenticator: (any Authenticator)? = nil,
    http: HTTPConfiguration = HTTPConfiguration(), webSocket: WebSocketConfiguration = WebSocketConfiguration(),
    cors: CORSPolicy = CORSPolicy(), origins: OriginPolicy = OriginPolicy(),
    middleware: [any Middleware] = [], listen: String = "127.0.0.1:0", loops: Int = 2,
    logger: Logger? = nil, accessLog: (any AccessLog)? = nil, metrics: (any ServerMetrics)? = nil,
    clock: ManualClock = ManualClock(), interceptor: (any TrafficInterceptor)? = nil
  ) async throws {
    let logger = logger ?? Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let chain = MiddlewareChain(
      transport: TransportMiddleware(
        environment: clock.environment, accessLog: accessLog, metrics: metrics ?? NoMetrics()),
      origins: OriginRules(cors: cors, sockets: origins, logger: logger), apiKeys: [],
      authenticator: authenticator ?? Nobody(), writes: nil)
    let dispatcher = Dispatcher(
      router: try Router(routes: routes, sockets: sockets), middleware: chain.members + middleware, logger: logger)
    let context = ServerContext(
      handler: dispatcher, middleware: chain.transport, http: http, webSocket: webSocket,
      environment: clock.environment, logger: logger, interceptor: interceptor)
    let group = try EventLoopGroup(count: loops)
    let server = try await HTTPServer.start(on: listen, context: context, group: group)
    if case .tcp(let address) = server.addresses.first { port = address.port } else { port = 0 }
    self.server = server
    self.group = group
    contract = try DeclaredContract(routes: routes, sockets: sockets)
    ServerContracts.register(contract, port: port)
  }

  /// System calls that wrote to connections so far.
  package var writeCount: UInt64 { group.loops.reduce(0) { $0 + $1.writeCount } }

  /// Open connections.
  package var connectionCount: Int { server.connectionCount }

  /// Clients with connections that count for the limit by client.
  package var countedClients: Int { server.countedClients }

  /// An anonymous client of this server.
  package var client: TestClient { TestClient(port: port) }

  /// Closes all connections, WebSockets with 1001, and stops the loops.
  package func stop() async { await stop(within: .seconds(5)) }

  /// Stops like ``stop()``.
  /// - Parameter limit: the time for responses in progress and for the close frames of clients.
  package func stop(within limit: Duration) async {
    await server.drain(within: limit)
    group.stopAndJoin()
    ServerContracts.remove(contract, port: port)
  }

  private struct NoMetrics: ServerMetrics {
    func answered(_ method: String, _ template: String, _ status: Int, nanoseconds: [Int64]) {}
    func refused(_ refusal: ConnectionRefusal) {}
  }

  private struct Nobody: Authenticator {
    func authenticate(_ token: String) async throws -> Identity? { nil }
  }
}
