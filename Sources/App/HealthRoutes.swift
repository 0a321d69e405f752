import JSONCodec
import Runtime
import Web

/// `/health` and `/ready`: whether the process lives, and whether it takes work.
struct HealthRoutes: Sendable {
  /// False from the moment a stop begins.
  let isReady: Locked<Bool>

  var routes: [Route] {
    let ok = Response.json(["status": "ok"])
    let ready = Response.json(["status": "ready"])
    let stopping = Response.json(["status": "stopping"], status: 503)
    return [
      Route("GET", "/health", always: ok),
      Route("GET", "/ready", immediately: { _ in isReady.withLock { $0 } ? ready : stopping }),
    ]
  }
}
