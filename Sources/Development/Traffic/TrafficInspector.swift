import API
package import Bytes
package import HTTPServer
import JSONCodec
package import Runtime
import Synchronization

/// Records and disturbs the traffic of a server in development: the faults, the traffic, and their routes.
package final class TrafficInspector: TrafficInterceptor {
  /// The faults of the server.
  package let faults = FaultInjector()
  /// The recorded traffic.
  package let log = TrafficLog()
  private let environment: Environment
  private let basePath: String
  private let connections = Atomic(0)

  /// - Parameter basePath: the path before every path of the server: `/hearth`, or "" for the root.
  package init(environment: Environment, basePath: String) {
    self.environment = environment
    self.basePath = basePath
  }

  /// The routes below `/dev/faults` and `/dev/traffic`, and the state of both.
  package var tool: DevelopmentTool {
    DevelopmentTool(
      routes: FaultRoutes(faults: faults, log: log, environment: environment).routes + TrafficRoutes(log: log).routes,
      summaries: [
        .init(.count("faults", "The number of faults."), example: 0) { [faults] in .integer(Int64(faults.count)) },
        .init(.init("traffic", TrafficRoutes.schema, "The recorded traffic."), example: TrafficRoutes.example) {
          [log] in
          log.start()
          return TrafficRoutes.state(log, lastID: log.lastID)
        },
      ])
  }

  /// Keeps the loops for requests that wait for traffic.
  package func starting(on group: EventLoopGroup) { log.starting(on: group) }

  /// True while traffic is recorded or a fault exists.
  package var isActive: Bool { log.isRecording || faults.isArmed }

  /// The next number, from 1.
  package func nextConnectionNumber() -> Int { connections.add(1, ordering: .relaxed).newValue }

  /// Leaves alone what developers' own tools request.
  package func exchange(
    _ request: Request, on connection: InterceptedConnection
  ) -> (any ExchangeInterceptor)? {
    guard !Self.isForDevelopers(request.path) else { return nil }
    let recorder = ExchangeRecorder(
      log: log, environment: environment, basePath: basePath, connection: connection.number)
    return DisturbedExchange(request, on: connection, faults: faults, recorder: recorder)
  }

  /// Intercepts every socket, because faults may concern sockets that are open already.
  package func socket(_ request: Request, _ socket: InterceptedSocket) -> any SocketInterceptor {
    let recorder = SocketRecorder(request, connection: socket.number, log: log, environment: environment)
    let disturbed = DisturbedSocket(socket, faults: faults, recorder: recorder)
    let target = SocketTarget(path: request.path, loop: socket.loop, socket: LoopBound(disturbed, on: socket.loop))
    faults.opened(target, number: socket.number)
    return disturbed
  }

  /// Ends all waits, so that the server can stop at once.
  package func stopping() {
    _ = faults.delete(nil)
    log.end()
  }

  private static func isForDevelopers(_ path: String) -> Bool {
    ["/dev", "/console"].contains { path == $0 || path.hasPrefix($0 + "/") }
  }
}
