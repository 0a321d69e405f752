import API
package import Modules

/// The development mode of a server: tools under `/dev` for programs and pages of this machine, and sockets for trials.
/// Only with `--dev`.
package enum DevelopmentModule {
  /// Builds the module: the routes of all tools and `GET /dev` behind the gate.
  package static func make(_ tools: [DevelopmentTool]) -> Module {
    var module = Module("development")
    let routes = [OverviewRoute(tools).route] + tools.flatMap(\.routes)
    module.routes = routes.map(DevelopmentGate.guarding)
    module.sockets = [SocketRoute("/ws/echo", EchoSocket()), SocketRoute("/ws/broadcast", BroadcastSocket())]
    return module
  }
}
