import WebSocketCodec

/// The result of a decoder.
struct Conversation: Equatable {
  static let maxMessageBytes = 8192

  var events: [WebSocketMessageEvent] = []
  var error: WebSocketError?

  init(_ pieces: [[UInt8]], expectsMask: Bool, deflate: DeflateParameters?) {
    var decoder = MessageDecoder(maxMessageBytes: Self.maxMessageBytes, expectsMask: expectsMask, deflate: deflate)
    do throws(WebSocketError) {
      for piece in pieces {
        decoder.receive(piece)
        while let event = try decoder.next() { events.append(event) }
      }
    } catch {
      self.error = error
    }
  }

  /// Compressed text may violate two rules. The reported one depends on how much is decompressed at a time.
  func isLike(_ other: Conversation, isCompressed: Bool) -> Bool {
    guard isCompressed else { return self == other }
    return events == other.events && (error == nil) == (other.error == nil)
  }
}
