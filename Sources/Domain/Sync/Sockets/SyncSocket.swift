import API
import Bytes
package import HTTPServer
package import Realtime

/// `/ws/mobile/sync/?token=&device_id=`.
package struct SyncSocket: ConversationalEndpoint {
  private let sync: SyncService
  private let hub: RealtimeHub
  private let limits: SyncLimits
  /// Failed connections by address and device.
  private let failures: RateWindow

  package init(sync: SyncService, hub: RealtimeHub) {
    self.sync = sync
    self.hub = hub
    limits = SyncLimits(sync.configuration)
    failures = RateWindow(limit: sync.configuration.failuresPerMinute)
  }

  /// 401 for a device that keeps failing: one client would come back every second for ever if it were let in and told why
  /// (wire contract C46). With a good token it comes in all the same.
  package func refusal(of request: Request) async throws -> Response? {
    if failures.isFull(Self.key(request), at: sync.environment.now()) {
      let isKnown = try await hub.identity(of: request) != nil && Self.deviceID(of: request) != nil
      if !isKnown {
        return Problem.unauthorized("The access token or the device_id is missing, wrong or expired.").response
      }
    }
    return hub.refusal(of: request)
  }

  package func open(
    _ session: WebSocketSession, _ request: consuming Request
  ) async -> (any WebSocketConversation)? {
    let key = Self.key(request)
    let deviceID = Self.deviceID(of: request)
    let dialect = SyncDialect(deviceID: deviceID ?? "")
    guard let deviceID else {
      failures.admits(key, at: sync.environment.now())
      hub.limiter.failed(address: request.remoteAddress, at: sync.environment.now())
      typealias Voice = FrameSender<SyncDialect, WebSocketSession>
      await hub.voice(dialect, session).leave(
        Voice.CloseReason(
          close: 4400, code: "MISSING_DEVICE_ID", error: "Missing device_id",
          details: "device_id must be 1 to 255 letters, digits, _ and -."))
      return nil
    }
    let (sync, limits) = (sync, limits)
    let entrance = ConnectionAcceptor(dialect: dialect, hub: hub)
    let conversation = await entrance.enter(session, request) { admitted, voice in
      SyncPart(voice, sync: sync, limits: limits, userID: admitted.identity.userID, deviceID: deviceID)
    }
    if conversation == nil { failures.admits(key, at: sync.environment.now()) }
    return conversation
  }

  package func limits(_ configuration: WebSocketConfiguration) -> WebSocketConfiguration {
    var configuration = configuration
    configuration.maxMessageBytes = min(configuration.maxMessageBytes, sync.configuration.maxMessageBytes)
    return configuration
  }

  private static func key(_ request: Request) -> String {
    request.remoteAddress + " " + (request.queryValue("device_id") ?? "").prefix(255)
  }

  private static func deviceID(of request: Request) -> String? {
    request.queryValue("device_id").flatMap { DeviceID.isValid($0) ? $0 : nil }
  }
}

/// What a client may call its device.
package enum DeviceID {
  /// 1 to 255 letters, digits, `_` and `-`.
  package static func isValid(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

/// How much devices may say within a minute; shared by all sockets.
struct SyncLimits: Sendable {
  private let messages: RateWindow
  private let batches: RateWindow

  init(_ configuration: SyncConfiguration) {
    messages = RateWindow(limit: configuration.messagesPerMinute)
    batches = RateWindow(limit: configuration.batchesPerMinute)
  }

  func admits(_ type: String, userID: String, deviceID: String, at now: Timestamp) -> Bool {
    (type == "sync_data" ? batches : messages).admits(userID + " " + deviceID, at: now)
  }
}
