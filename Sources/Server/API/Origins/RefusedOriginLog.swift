import HTTPServer
import Logging
import Runtime

/// A setting that lists origins.
enum OriginSetting: String {
  case cors = "cors.allowed_origins"
  case sockets = "websocket.allowed_origins"

  /// 403 that says which setting allows the origin.
  func problem(_ message: String) -> Problem {
    Problem(
      status: 403, code: "FORBIDDEN", message: "\(message) To allow it, add the origin to \(rawValue) of the server.",
      details: ["setting": rawValue])
  }
}

/// Reports refused origins, because browsers show no reason: each origin once in an interval, and at most 8 origins of
/// each setting, so that requests with invented origins cannot fill the log. Any thread.
final class RefusedOriginLog: Sendable {
  private struct Interval {
    var end: ContinuousClock.Instant?
    var reported: Set<String> = []
    /// Requests since the last line.
    var requests = 0
  }

  private static let length: Duration = .seconds(10)
  /// The maximum number of origins of one setting that are reported in an interval.
  private static let maxOrigins = 8
  private static let maxOriginCharacters = 200

  private let logger: Logger
  private let intervals = Locked<[OriginSetting: Interval]>([:])

  init(logger: Logger) { self.logger = logger }

  func report(_ origin: String, _ setting: OriginSetting, _ request: Request) {
    let shown = LogRedaction.redacted(String(origin.prefix(Self.maxOriginCharacters)))
    guard let requests = count(shown, setting, now: .now) else { return }
    logger.notice(
      "origin refused",
      metadata: [
        "origin": "\(shown)", "setting": "\(setting.rawValue)", "client": "\(request.remoteAddress)",
        "request_id": "\(request.id)", "requests": "\(requests)",
      ])
  }

  /// The number of requests since the last line, this one included; nil if there is no line for this one.
  private func count(_ origin: String, _ setting: OriginSetting, now: ContinuousClock.Instant) -> Int? {
    intervals.withLock { intervals in
      var interval = intervals[setting] ?? Interval()
      defer { intervals[setting] = interval }
      interval.requests += 1
      if interval.end.map({ now >= $0 }) ?? true {
        interval.end = now + Self.length
        interval.reported = []
      }
      guard interval.reported.count < Self.maxOrigins, interval.reported.insert(origin).inserted else { return nil }
      defer { interval.requests = 0 }
      return interval.requests
    }
  }
}
