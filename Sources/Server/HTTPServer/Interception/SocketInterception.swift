import WebSocketCodec

/// The place in a socket's driver where frames pass its interceptor, if there is one: without one, each call is a
/// comparison with nil.
struct SocketInterception {
  private var interceptor: (any SocketInterceptor)?

  /// Whether the driver reads and sends nothing for now.
  var isStopped: Bool {
    guard let interceptor else { return false }
    return interceptor.isStopped
  }

  mutating func begin(_ interceptor: any SocketInterceptor) { self.interceptor = interceptor }

  /// The connection is closed. Driver and interceptor retain each other until then.
  mutating func end() {
    guard let interceptor else { return }
    self.interceptor = nil
    interceptor.ended()
  }

  /// Passes a message to the interceptor. - Returns: whether it is sent now.
  @inline(__always) func sends(_ message: [UInt8], isText: Bool) -> Bool {
    guard let interceptor else { return true }
    return interceptor.sending(isText ? .text(message) : .binary(message))
  }

  /// Passes an encoded message to the interceptor. - Returns: whether it is sent now.
  @inline(__always) func sends(_ frame: WebSocketFrame) -> Bool {
    guard let interceptor else { return true }
    return interceptor.sending(frame.content)
  }

  /// Passes a control frame to the interceptor. - Returns: whether it is sent now.
  @inline(__always) func sends(control frame: @autoclosure () -> SocketFrame) -> Bool {
    guard let interceptor else { return true }
    return interceptor.sending(frame())
  }

  /// Passes a received frame to the interceptor. - Returns: whether the driver handles it now.
  @inline(__always) func handles(_ event: WebSocketMessageEvent) -> Bool {
    guard let interceptor else { return true }
    return interceptor.received(Self.frame(event))
  }

  private static func frame(_ event: WebSocketMessageEvent) -> SocketFrame {
    switch event {
    case .text(let bytes): .text(bytes)
    case .binary(let bytes): .binary(bytes)
    case .ping(let payload): .ping(payload)
    case .pong(let payload): .pong(payload)
    case .close(let code, let reason): .close(code, reason)
    }
  }
}
