import API
import Bytes
import Realtime
import Storage

/// The limits of one user's writes and stored bytes.
struct Limits: Sendable {
  /// `limits.*` of the configuration.
  struct Configuration: Sendable {
    /// Requests and messages within a minute; 0: no limit.
    var writesPerMinute = 600
    /// Bytes; 0: no limit.
    var bytesPerUser = 256 << 20
  }

  let quota: StorageQuota
  /// nil if writes are not limited.
  let writes: (any WriteLimiter)?

  init(_ configuration: Configuration, environment: Environment) {
    quota = StorageQuota(limit: configuration.bytesPerUser) { Problem.quotaExceeded(used: $0, limit: $1) }
    writes =
      configuration.writesPerMinute > 0
      ? UserWrites(window: RateWindow(limit: configuration.writesPerMinute, maxKeys: 100_000), environment: environment)
      : nil
  }
}

/// Counts the writes of each user within the last minute, from REST and sockets together.
///
/// The server stores far fewer writes in a minute than would make its memory matter: 8 bytes each.
private struct UserWrites: WriteLimiter {
  let window: RateWindow
  let environment: Environment

  func take(userID: String) -> RateLimit {
    environment.areLimitsRelaxed ? window.unlimited : window.take(userID, at: environment.now())
  }
}
