import TestSupport

@testable import WebSocketCodec

/// Frames built without the encoder under test.
enum Wire {
  static let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

  /// - Parameters:
  ///   - first: FIN, RSV and opcode.
  ///   - lengthBytes: 0, 2 or 8 bytes of extended length; nil for the shortest form.
  static func frame(
    _ first: UInt8, _ payload: [UInt8] = [], masked: Bool = true, lengthBytes: Int? = nil
  ) -> [UInt8] {
    let count = payload.count
    let wide = lengthBytes ?? (count < 126 ? 0 : count < 65536 ? 2 : 8)
    let short = wide == 0 ? count : wide == 2 ? 126 : 127
    var bytes = [first, UInt8(short) | (masked ? 0x80 : 0)]
    for index in (0..<wide).reversed() { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * index))) }
    guard masked else { return bytes + payload }
    return bytes + key + payload.enumerated().map { $0.element ^ key[$0.offset % 4] }
  }

  static func frame(_ first: UInt8, _ text: String) -> [UInt8] { frame(first, Array(text.utf8)) }

  /// The header of a frame with `length` bytes of payload.
  static func header(_ first: UInt8, length: UInt64) -> [UInt8] {
    [first, 0xFF] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: length >> UInt64(8 * $0)) } + key
  }
}

/// The result of a decoder.
struct Outcome: Equatable {
  var events: [WebSocketMessageEvent] = []
  var error: WebSocketError?

  /// Decodes pieces like a server: all events of a piece before the next piece.
  init(of pieces: [[UInt8]], limit: Int = 1 << 20, deflate: DeflateParameters? = nil) {
    var decoder = MessageDecoder(maxMessageBytes: limit, deflate: deflate)
    do throws(WebSocketError) {
      for piece in pieces {
        decoder.receive(piece)
        while let event = try decoder.next() { events.append(event) }
      }
    } catch {
      self.error = error
    }
  }

  init(_ events: [WebSocketMessageEvent], _ error: WebSocketError? = nil) {
    self.events = events
    self.error = error
  }
}
