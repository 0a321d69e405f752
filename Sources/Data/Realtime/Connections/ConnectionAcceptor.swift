import Bytes
package import HTTPServer
import Logging

/// A connection whose client is authenticated.
package struct AuthorizedConnection {
  /// The entry of the registry, with the topic and the device.
  package var connection: Connection
  /// The identity of the access token.
  package var identity: Identity
  /// `?since=`: the position after which the client continues; nil if it sends none.
  package var since: Int64?
  /// The values of the endpoint's query options.
  package var options: QueryOptions
}

/// Accepts the connections of one path: checks token, rate, parameters and connection limit, then opens the handler.
package struct ConnectionAcceptor {
  private let declaration: EndpointDeclaration
  private let format: any FrameFormat
  private let topic: String?
  private let hub: RealtimeHub

  /// - Parameter topic: the subject of the connection, if it is not all of the user's events.
  package init(
    _ declaration: EndpointDeclaration, format: any FrameFormat, topic: String? = nil, hub: RealtimeHub
  ) {
    self.declaration = declaration
    self.format = format
    self.topic = topic
    self.hub = hub
  }

  /// - Parameter handler: makes the path's handler.
  /// - Returns: nil if the connection was refused; its `error` frame is sent and it is closing.
  package func accept(
    _ transport: any SocketTransport, _ request: consuming Request,
    handler: (SocketSession, AuthorizedConnection) -> any MessageHandler
  ) async -> SocketConversation? {
    let remoteAddress = request.remoteAddress
    let session = SocketSession(transport, declaration, format: format, hub: hub)
    guard let client = await authorize(session, request) else { return nil }
    let conversation = SocketConversation(
      session, handler: handler(session, client), limits: declaration.limits, client: client,
      remoteAddress: remoteAddress)
    await conversation.open()
    return conversation
  }

  private func authorize(_ session: SocketSession, _ request: Request) async -> AuthorizedConnection? {
    let signOuts = hub.registry.signOuts
    guard let identity = await authenticate(session, request) else { return nil }
    guard admitsRate(of: identity) else {
      return await refuse(session, request, .rateLimit(declaration.limits))
    }
    let parameters: ConnectionParameters
    do {
      parameters = try ConnectionParameters(
        request, options: declaration.options, others: hub.configuration.sharedOptions,
        maxDeviceBytes: declaration.limits.maxDeviceIDBytes)
    } catch {
      return await refuse(session, request, .invalidParameter(error.details))
    }
    let connection = hub.registry.connect(
      userID: identity.userID, type: declaration.connectionType, limit: declaration.limits.maxPerUser, topic: topic,
      deviceID: parameters.deviceID, remoteAddress: request.remoteAddress, transport: session.transport)
    guard let connection else { return await refuse(session, request, .connectionLimit(declaration.limits)) }
    guard await isWithinLimit(connection, session, request) else { return nil }
    // A sign-out during the check of the token did not reach this connection.
    if hub.registry.signOuts != signOuts, await authenticate(session, request) == nil {
      hub.registry.disconnect(connection.id)
      return nil
    }
    return AuthorizedConnection(
      connection: connection, identity: identity, since: parameters.since, options: parameters.options)
  }

  /// Whether the connection is within the limit of all nodes. One that is not is refused.
  private func isWithinLimit(_ connection: Connection, _ session: SocketSession, _ request: Request) async -> Bool {
    do {
      if try await hub.admits(connection, limit: declaration.limits.maxPerUser) { return true }
      let _: Bool? = await refuse(session, request, .connectionLimit(declaration.limits))
    } catch {
      hub.logger.error("connection limit check failed", metadata: ["error": "\(error)"])
      await session.close(.serverError)
    }
    hub.registry.disconnect(connection.id)
    return false
  }

  /// Whether the user may open another connection within this minute.
  private func admitsRate(of identity: Identity) -> Bool {
    hub.environment.areLimitsRelaxed
      || hub.limiter.admits(
        userID: identity.userID, type: declaration.connectionType, limit: declaration.limits.perMinute,
        at: hub.environment.now())
  }

  private func authenticate(_ session: SocketSession, _ request: Request) async -> Identity? {
    do {
      if let identity = try await hub.identity(of: request) { return identity }
      return await refuse(session, request, .authenticationFailed)
    } catch {
      hub.logger.error("token check failed", metadata: ["error": "\(error)"])
      await session.close(.serverError)
      return nil
    }
  }

  private func refuse<Value>(_ session: SocketSession, _ request: Request, _ reason: CloseReason) async -> Value? {
    hub.failed(address: request.remoteAddress)
    await session.close(reason)
    return nil
  }
}
