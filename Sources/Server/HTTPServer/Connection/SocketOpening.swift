import HTTPCodec
import Net
import Runtime

/// The acceptance of an upgrade request: handshake, limit of the client, 101, and the session of the socket.
struct SocketOpening {
  let connection: ByteConnection
  let context: ServerContext
  let loopContext: LoopContext
  let remoteAddress: String

  /// Accepts an upgrade request. - Returns: the session, and the slot of the client that a proxy forwarded.
  /// - Throws: the refusal of a malformed handshake, or of a client with too many connections.
  func perform(
    _ endpoint: any WebSocketEndpoint, _ request: Request, _ head: RequestHead,
    _ interception: inout RequestInterception
  ) throws(RequestRefusal) -> (session: WebSocketSession, slot: ConnectionSlot?) {
    let limits = endpoint.limits(context.webSocket)
    let upgrade = try WebSocketUpgrade(head, acceptsDeflate: limits.permessageDeflate)
    let slot: ConnectionSlot?
    do throws(ConnectionRefusal) {
      slot = try loopContext.admission.acceptSocket(from: remoteAddress, client: request.remoteAddress)
    } catch {
      throw .tooManyConnections
    }
    connection.write(upgrade.response(date: loopContext.httpDate()))
    connection.maxQueuedBytes = limits.maxQueuedBytes
    let driver = WebSocketDriver(connection, limits, deflate: upgrade.deflate)
    interception.begin(driver, request, connection, context)
    let loop = connection.loop
    return (WebSocketSession(id: request.id, driver: LoopBound(driver, on: loop), loop: loop), slot)
  }
}
