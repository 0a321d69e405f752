import Bytes
package import JSONCodec
import Logging

/// The session of one connection: sends frames in the path's format and counts them, closes, wakes its handler.
package struct SocketSession: Sendable {
  /// The connection below, for what a session does not offer.
  package let transport: any SocketTransport
  let connectionType: String
  let format: any FrameFormat
  let hub: RealtimeHub

  /// - Parameter transport: an accepted upgrade; the client need not be authenticated yet.
  package init(
    _ transport: any SocketTransport, _ declaration: EndpointDeclaration, format: any FrameFormat, hub: RealtimeHub
  ) {
    self.transport = transport
    self.connectionType = declaration.connectionType
    self.format = format
    self.hub = hub
  }

  /// Sends one frame.
  package func send(_ frame: JSONValue) async { await send(frame.encoded) }

  /// Sends one frame. - Parameter frame: JSON text.
  package func send(_ frame: [UInt8]) async {
    await transport.send(frame)
    hub.observer.sent(connectionType)
  }

  /// Sends one frame without a change of isolation. On the session's loop only.
  package func sendSync(_ frame: JSONValue) {
    transport.sendSync(frame.encoded)
    hub.observer.sent(connectionType)
  }

  /// Sends an `error` frame; the connection stays open.
  package func sendError(_ code: String, _ error: String, details: String) async {
    await send(format.error(code, error, details: details, at: hub.environment.now()))
  }

  /// Sends an `error` frame and closes.
  package func close(_ reason: CloseReason) async {
    if reason.closeCode == 4401 { hub.observer.authenticationFailed(connectionType) }
    await sendError(reason.code, reason.error, details: reason.details)
    await transport.close(reason.closeCode, reason.text)
  }

  /// Waits until the kernel has taken everything sent. - Returns: false if some of it may be lost.
  package func drained() async -> Bool { await transport.drained() }

  /// Makes the session call `MessageHandler.woken()` soon, after messages that have arrived. Any thread.
  package func wake() { transport.wake() }

  /// Logs the cause of a failure that the client receives in general terms.
  package func log(_ event: String, _ error: any Error) {
    hub.logger.error("\(event)", metadata: ["type": "\(connectionType)", "error": "\(error)"])
  }
}
