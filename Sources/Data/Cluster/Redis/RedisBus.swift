package import TLS

/// The bus over Redis: SUBSCRIBE and PUBLISH on one channel, each on a connection of its own.
package struct RedisBus: BusEngine {
  /// The configuration of the bus.
  package struct Configuration: Sendable {
    /// The place of the server.
    package var address: RedisAddress
    /// Returns the password, which replaces one in the address; nil for none. It is called for each connection, so that the
    /// password can change.
    package var password: @Sendable () throws -> String?
    /// For an address with TLS.
    package var tls: TLSContext?
    /// The channel of the cluster: other clusters may use the same server.
    package var channel: String

    /// A bus without a password and without TLS.
    package init(address: RedisAddress, channel: String) {
      self.address = address
      self.channel = channel
      password = { nil }
    }
  }

  private let configuration: Configuration
  private var publisher: RedisConnection?
  private var subscriber: RedisConnection?
  /// Texts that arrived between a subscription's other replies.
  private var waiting: [String] = []

  /// A bus that has yet to connect.
  package init(_ configuration: Configuration) { self.configuration = configuration }

  /// The name in the log (`BusEngine`).
  package var name: String { "redis" }

  /// The socket of the subscription (`BusEngine`).
  package var descriptor: Int32 { subscriber?.descriptor ?? -1 }

  /// Connects and subscribes (`BusEngine`).
  package mutating func connect() throws {
    let subscriber = try makeConnection()
    try subscriber.command(["SUBSCRIBE", configuration.channel])
    publisher = try makeConnection()
    self.subscriber = subscriber
  }

  /// Publishes texts together, and waits until the server has taken them (`BusEngine`).
  package mutating func send(_ texts: [String]) throws {
    _ = try connected(publisher).commands(texts.map { ["PUBLISH", configuration.channel, $0] })
  }

  /// Returns the texts that have arrived (`BusEngine`).
  package mutating func receive() throws -> [String] {
    let subscriber = try connected(subscriber)
    var texts = waiting
    waiting = []
    while let reply = try subscriber.takeReply() {
      if let text = Self.message(reply) { texts.append(text) }
    }
    return texts
  }

  /// Checks both connections (`BusEngine`).
  package mutating func check() throws {
    try connected(publisher).command(["PING"])
    let subscriber = try connected(subscriber)
    // The reply may follow messages.
    var reply = try subscriber.command(["PING"])
    while let text = Self.message(reply) {
      waiting.append(text)
      reply = try subscriber.nextReply()
    }
  }

  /// Closes the connections (`BusEngine`).
  package mutating func disconnect() { (publisher, subscriber) = (nil, nil) }

  private func makeConnection() throws -> RedisConnection {
    try RedisConnection(configuration.address, password: configuration.password(), tls: configuration.tls)
  }

  private func connected(_ connection: RedisConnection?) throws -> RedisConnection {
    guard let connection else { throw RedisError(description: "the connection was closed") }
    return connection
  }

  private static func message(_ reply: RedisReply) -> String? {
    guard case .array(let parts?) = reply, parts.count == 3, parts[0] == .bulk(Array("message".utf8)),
      case .bulk(let bytes?) = parts[2]
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
