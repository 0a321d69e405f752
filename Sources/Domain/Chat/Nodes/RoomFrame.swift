import HTTPServer

/// A frame for the sockets of a room.
struct RoomFrame: Sendable {
  /// The JSON text, without line breaks.
  var text: [UInt8]
  /// The number of the change of the history that it is about; nil for a signal.
  var number: Int64?
  /// A socket of this node that does not receive it.
  var except: WebSocketSession?

  init(_ text: [UInt8], number: Int64? = nil, except: WebSocketSession? = nil) {
    self.text = text
    self.number = number
    self.except = except
  }

  /// The message for a group of sockets.
  var message: WebSocketGroup.Message { .init(.text(text), number: number, except: except) }
}
