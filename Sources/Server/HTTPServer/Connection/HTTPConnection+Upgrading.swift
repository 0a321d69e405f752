import HTTPCodec
import Net
import Runtime
import WebSocketCodec

/// The opening handshake of a WebSocket (RFC 6455 §4.2).
extension HTTPConnection {
  func upgrade(
    to endpoint: any WebSocketEndpoint, _ request: Request, head: RequestHead, template: String,
    started: MonotonicInstant
  ) {
    let key: String
    switch Handshake.check(method: head.line.method, version: head.line.version, fields: head.fields) {
    case .accept(let value): key = value
    case .notUpgrade:
      refuseUpgrade(status: 426, "WebSocket required: send an upgrade request (RFC 6455).", request, template, started)
      return
    case .refuse(let status, let reason):
      refuseUpgrade(status: status, reason, request, template, started)
      return
    }
    let limits = endpoint.limits(context.webSocket)
    let deflate: DeflateParameters?
    do throws(MalformedExtensions) {
      deflate = limits.permessageDeflate ? try DeflateParameters.negotiate(head.fields) : nil
    } catch {
      refuseUpgrade(status: 400, "Sec-WebSocket-Extensions is not valid.", request, template, started)
      return
    }
    let slot: ConnectionSlot?
    do throws(ConnectionRefusal) {
      slot = try set.admission.acceptSocket(from: remoteAddress, client: request.remoteAddress)
    } catch {
      refuseUpgrade(.tooManyConnections, request, template, started)
      return
    }
    connection.write(
      UpgradeResponse.switchingProtocols(
        key: key, extensions: deflate?.response, date: set.httpDate()))
    record(request, template, 101, started)
    connection.maxQueuedBytes = limits.maxQueuedBytes
    let driver = WebSocketDriver(connection, limits, deflate: deflate)
    let loop = connection.loop
    let session = WebSocketSession(id: request.id, driver: LoopBound(driver, on: loop), loop: loop)
    upgraded = UpgradedSocket(session, endpoint, request, remainder: parser.takeRemainder(), slot: slot)
  }

  func refuseUpgrade(
    status: Int, _ reason: String, _ request: Request, _ template: String, _ started: MonotonicInstant
  ) {
    let fields = status == 426 ? ["Upgrade": "websocket", "Sec-WebSocket-Version": "13"] : [:]
    let code = status == 426 ? "UPGRADE_REQUIRED" : "BAD_UPGRADE"
    refuseUpgrade(
      RequestRefusal(status: status, code: code, message: reason, fields: fields), request, template, started)
  }

  func refuseUpgrade(_ refusal: RequestRefusal, _ request: Request, _ template: String, _ started: MonotonicInstant) {
    send(context.handler.response(to: refusal), id: request.id, isHead: false, keepAlive: false, version: .http11)
    record(request, template, refusal.status, started)
  }
}
