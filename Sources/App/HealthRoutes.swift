import JSONCodec
import Runtime
import Web

/// `/health` and `/ready`: whether the process lives, and whether it takes work.
struct HealthRoutes: Sendable {
  /// False from the moment a stop begins.
  let isReady: Locked<Bool>

  var routes: [Route] {
    [
      Route("GET", "/health", access: .open) { _ in .json(["status": "ok"]) },
      Route("GET", "/ready", access: .open) { _ in
        isReady.withLock { $0 }
          ? .json(["status": "ready"]) : .json(["status": "stopping"], status: 503)
      },
    ]
  }
}
