import API
import Bytes
package import HTTPServer
import Logging

/// A connection that came in.
package struct AuthorizedConnection {
  package var connection: Connection
  package var identity: Identity
  var parameters: ConnectionParameters
  /// `?since=`: the last thing that the client has heard.
  package var since: Int64? { parameters.since }
}

/// Decides about a new connection: token, rate, parameters, limit (wire contract C29 to C32).
struct ConnectionAuthorizer<Dialect: EventDialect, Session: SocketSession> {
  let dialect: Dialect
  let hub: RealtimeHub
  let session: Session
  let request: Request

  private typealias Voice = FrameSender<Dialect, Session>
  private var voice: Voice { Voice(dialect: dialect, hub: hub, session: session) }

  /// - Returns: nil where the connection was refused; it has been told why and is closing.
  func admit() async -> AuthorizedConnection? {
    let signOuts = hub.registry.signOuts
    guard let identity = await authenticate() else { return nil }
    guard hub.limiter.admits(userID: identity.userID, type: dialect.connectionType, at: hub.environment.now()) else {
      return await refuse(.rateLimit)
    }
    let parameters: ConnectionParameters
    do {
      parameters = try ConnectionParameters(
        request, options: hub.configuration.options, maxDeviceBytes: dialect.maxDeviceBytes)
    } catch {
      return await refuse(.invalid(error.details))
    }
    let connection = hub.registry.connect(
      userID: identity.userID, type: dialect.connectionType, topic: dialect.topic, deviceID: parameters.deviceID,
      session: session)
    guard let connection else { return await refuse(.connectionLimit) }
    // A sign-out that came while the token was checked has not seen this connection.
    if hub.registry.signOuts != signOuts, await authenticate() == nil {
      hub.registry.disconnect(connection.id)
      return nil
    }
    return AuthorizedConnection(connection: connection, identity: identity, parameters: parameters)
  }

  private func authenticate() async -> Identity? {
    do {
      if let token = ConnectionParameters.token(of: request),
        let identity = try await hub.authenticator.authenticate(token)
      {
        return identity
      }
      return await refuse(.authenticationFailed)
    } catch {
      hub.logger.error("a token could not be checked", metadata: ["error": "\(error)"])
      await voice.leave(.serverError)
      return nil
    }
  }

  private func refuse<Nothing>(_ farewell: Voice.CloseReason) async -> Nothing? {
    hub.limiter.failed(address: request.remoteAddress, at: hub.environment.now())
    await voice.leave(farewell)
    return nil
  }
}
