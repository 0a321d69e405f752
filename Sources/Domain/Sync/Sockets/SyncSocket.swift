import API
import Bytes
package import HTTPServer
import Net
package import Realtime

/// `/ws/mobile/sync/?token=&device_id=`: one device of a user.
package struct SyncSocket: RealtimeEndpoint {
  /// The path with the limits of the settings.
  package let declaration: EndpointDeclaration
  /// The connections of this node.
  package let hub: RealtimeHub
  private let sync: SyncService
  private let limits: SyncLimits
  /// Failed connections by network of the client and device.
  private let failures: RateWindow

  /// - Parameter sync: its configuration sets the limits.
  package init(sync: SyncService, hub: RealtimeHub) {
    declaration = Self.declaration(sync.configuration)
    self.sync = sync
    self.hub = hub
    limits = SyncLimits(sync.configuration)
    failures = RateWindow(limit: sync.configuration.failuresPerMinute)
  }

  /// Declares the path. - Parameter configuration: the limits.
  package static func declaration(_ configuration: SyncConfiguration = .init()) -> EndpointDeclaration {
    EndpointDeclaration(
      path: "/ws/mobile/sync", connectionType: "mobile_sync",
      summary: "Uploads, pulls and conflicts of one device, which `?device_id=` names.",
      limits: ConnectionLimits(
        maxPerUser: configuration.maxConnections, perMinute: configuration.connectionsPerMinute,
        maxPerUserSetting: "sync.max_connections", perMinuteSetting: "sync.connections_per_minute",
        maxMessageBytes: configuration.maxMessageBytes, maxDeviceIDBytes: 255,
        // Documented clients send nothing by themselves. One that answers protocol pings is connected.
        countsPongs: true),
      query: [.init("device_id", DeviceID.schema, "Names the device. One device has one connection.")],
      messages: MessageDeclaration.common + SyncRequestType.declarations + SyncFrameType.declarations,
      handshakeErrors: [
        ErrorDeclaration(
          401, "UNAUTHORIZED",
          "More than `sync.failures_per_minute` connections of the address and device failed within a minute, and this token "
            + "or `device_id` is not valid.")
      ],
      errorCodes: SyncFormat.errorCodes, translation: SyncFormat.translation,
      closeCodes: [CloseCodeDeclaration(4503, "Storage is unavailable. Clients reconnect later.")])
  }

  /// Refuses a device that keeps failing with 401: after an accepted upgrade and a close, one client would reconnect every
  /// second forever. A valid token is always accepted.
  package func refusal(of request: Request) async throws -> Response? {
    if !sync.environment.areLimitsRelaxed, failures.isFull(Self.key(request), at: sync.environment.now()) {
      let identity = try await hub.identity(of: request)
      if identity == nil { hub.failed(address: request.remoteAddress) }
      if identity == nil || Self.deviceID(of: request) == nil {
        return Problem.unauthorized("The access token or the device_id is missing, wrong or expired.")
          .naming(settings: "sync.failures_per_minute").response
      }
    }
    return hub.refusal(of: request)
  }

  /// Accepts the connection of a device with a valid `device_id`.
  package func open(
    _ session: WebSocketSession, _ request: consuming Request
  ) async -> (any WebSocketConversation)? {
    let key = Self.key(request)
    guard let deviceID = Self.deviceID(of: request) else {
      failures.admits(key, at: sync.environment.now())
      hub.failed(address: request.remoteAddress)
      await SocketSession(session, declaration, format: SyncFormat(), hub: hub).close(
        .missingDeviceID)
      return nil
    }
    let conversation = await ConnectionAcceptor(
      declaration, format: SyncFormat(), topic: SyncService.topic, hub: hub
    ).accept(session, request) { session, client in
      SyncHandler(session, sync: sync, limits: limits, userID: client.identity.userID, deviceID: deviceID)
    }
    if conversation == nil { failures.admits(key, at: sync.environment.now()) }
    return conversation
  }

  /// A message holds one batch, whose size has a limit of its own.
  package func limits(_ configuration: WebSocketConfiguration) -> WebSocketConfiguration {
    var configuration = configuration
    configuration.maxMessageBytes = min(configuration.maxMessageBytes, sync.configuration.maxMessageBytes)
    return configuration
  }

  private static func key(_ request: Request) -> String {
    "\(ClientNetwork(clientAddress: request.remoteAddress)) " + (request.queryValue("device_id") ?? "").prefix(255)
  }

  private static func deviceID(of request: Request) -> String? {
    request.queryValue("device_id").flatMap { DeviceID.isValid($0) ? $0 : nil }
  }
}

/// The rule of names that clients give their devices.
package enum DeviceID {
  /// The accepted names.
  static let schema = Schema.string(length: 1...255).matching("[A-Za-z0-9_-]+")

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

/// The limits of messages of one device within a minute, shared by all its sockets.
struct SyncLimits: Sendable {
  private let messages: RateWindow
  private let batches: RateWindow

  init(_ configuration: SyncConfiguration) {
    messages = RateWindow(limit: configuration.messagesPerMinute)
    batches = RateWindow(limit: configuration.batchesPerMinute)
  }

  /// The setting of the limit that counts messages of a type.
  static func setting(of type: String) -> String {
    type == SyncRequestType.upload.rawValue ? "sync.batches_per_minute" : "sync.messages_per_minute"
  }

  func admits(_ type: String, userID: String, deviceID: String, at now: Timestamp) -> Bool {
    (type == SyncRequestType.upload.rawValue ? batches : messages).admits(userID + " " + deviceID, at: now)
  }
}
