import API
import Bytes
import Realtime

/// The limits of one user in one room within a minute.
struct ChatLimits: Sendable {
  private let environment: Environment
  private let configuration: ChatConfiguration
  /// nil: no limit.
  private let messages: RateWindow?
  private let signals: RateWindow?

  init(_ configuration: ChatConfiguration, environment: Environment) {
    self.environment = environment
    self.configuration = configuration
    messages = configuration.messagesPerMinute > 0 ? RateWindow(limit: configuration.messagesPerMinute) : nil
    signals = configuration.signalsPerMinute > 0 ? RateWindow(limit: configuration.signalsPerMinute) : nil
  }

  /// Counts a message, edit or deletion. - Returns: false if the limit is reached.
  func admitsMessage(of userID: String, in roomID: Int64) -> Bool {
    guard let messages, !environment.areLimitsRelaxed else { return true }
    return messages.admits("\(roomID) \(userID)", at: environment.now())
  }

  /// Counts a typing, presence or read message. - Returns: false if the limit is reached.
  func admitsSignal(of userID: String, in roomID: Int64) -> Bool {
    guard let signals, !environment.areLimitsRelaxed else { return true }
    return signals.admits("\(roomID) \(userID)", at: environment.now())
  }

  var tooManyMessages: Problem {
    .tooManyRequests(
      retryAfter: 60, "At most \(configuration.messagesPerMinute) messages may be sent to a room within a minute."
    ).naming(settings: "chat.messages_per_minute")
  }

  var tooManySignals: Problem {
    .tooManyRequests(
      retryAfter: 60, "At most \(configuration.signalsPerMinute) such messages may be sent to a room within a minute."
    ).naming(settings: "chat.signals_per_minute")
  }
}
