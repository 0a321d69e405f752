import Logging

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

/// Reports origins that were refused, because a browser shows its user no reason: one line for each setting in ten
/// seconds. Any thread.
final class RefusedOriginLog: Sendable {
  private let logger: Logger
  private let cors = FailureLog(interval: .seconds(10))
  private let sockets = FailureLog(interval: .seconds(10))
  private static let maxOriginCharacters = 200

  init(logger: Logger) { self.logger = logger }

  func report(_ origin: String, _ setting: OriginSetting, _ request: Request) {
    let log =
      switch setting {
      case .cors: cors
      case .sockets: sockets
      }
    guard let count = log.count(at: .now) else { return }
    let shown = LogRedaction.redacted(String(origin.prefix(Self.maxOriginCharacters)))
    logger.notice(
      "origin refused",
      metadata: [
        "origin": "\(shown)", "setting": "\(setting.rawValue)", "client": "\(request.remoteAddress)",
        "request_id": "\(request.id)", "requests": "\(count)",
      ])
  }
}
