// WebSocket messages (RFC 6455, RFC 7692). The first byte chooses: 1 compression, 2 no context takeover, 4 frames of a
// server, 8 a small window; instead of frames 64 a text, 128 an offer of extensions. The split changes nothing, messages obey
// the limit and UTF-8, and each is the same after both encoders.
import Bytes
import FuzzSupport
import Glibc
import HTTPCodec
import WebSocketCodec

func check(_ event: WebSocketMessageEvent) {
  switch event {
  case .text(let bytes):
    require(bytes.count <= Conversation.maxMessageBytes, "a text over the limit")
    require(String(validating: bytes, as: UTF8.self) != nil, "a text that is not UTF-8")
  case .binary(let bytes): require(bytes.count <= Conversation.maxMessageBytes, "a message over the limit")
  case .ping(let bytes), .pong(let bytes): require(bytes.count <= 125, "a control frame over the limit")
  case .close(let code, let reason):
    require(code.map(CloseCode.mayBeSent) ?? reason.isEmpty, "a close that may not be")
    require(reason.utf8.count <= 123, "a reason over the limit")
  }
}

/// The frame of a client for `event`.
func masked(_ event: WebSocketMessageEvent) -> [UInt8] {
  let mask: UInt32 = 0x37FA_213D
  return switch event {
  case .text(let bytes): FrameEncoder.text(bytes, mask: mask)
  case .binary(let bytes): FrameEncoder.binary(bytes, mask: mask)
  case .ping(let bytes): FrameEncoder.ping(bytes, mask: mask)
  case .pong(let bytes): FrameEncoder.pong(bytes, mask: mask)
  case .close(let code, let reason): FrameEncoder.close(code: code, reason: reason, mask: mask)
  }
}

/// The frame of a server for `event`, compressed if that was negotiated.
func sent(_ event: WebSocketMessageEvent, _ encoder: inout MessageEncoder) -> [UInt8] {
  switch event {
  case .text(let bytes): encoder.text(bytes)
  case .binary(let bytes): encoder.binary(bytes)
  case .ping(let bytes): FrameEncoder.ping(bytes)
  case .pong(let bytes): FrameEncoder.pong(bytes)
  case .close(let code, let reason): FrameEncoder.close(code: code, reason: reason)
  }
}

func checkEncoders(_ events: [WebSocketMessageEvent], _ deflate: DeflateParameters?) {
  let fromClient = Conversation([events.flatMap(masked)], expectsMask: true, deflate: nil)
  require(fromClient.error == nil && fromClient.events == events, "changed by a client's frames")
  var encoder = MessageEncoder(deflate: deflate)
  let frames = events.flatMap { sent($0, &encoder) }
  let fromServer = Conversation(Pieces.cut(frames), expectsMask: false, deflate: deflate)
  require(fromServer.error == nil && fromServer.events == events, "changed by a server's frames")
}

func checkFrames(_ options: UInt8, _ input: [UInt8]) {
  var deflate: DeflateParameters?
  if options & 1 != 0 {
    var parameters = DeflateParameters()
    parameters.clientNoContextTakeover = options & 2 != 0
    parameters.serverNoContextTakeover = options & 2 != 0
    parameters.serverMaxWindowBits = options & 8 != 0 ? 9 : nil
    deflate = parameters
  }
  let expectsMask = options & 4 == 0
  let ways = Pieces.ways(input)
  let whole = Conversation(ways[0], expectsMask: expectsMask, deflate: deflate)
  for pieces in ways.dropFirst() {
    let cut = Conversation(pieces, expectsMask: expectsMask, deflate: deflate)
    require(cut.isLike(whole, isCompressed: deflate != nil), "cut: \(cut)\nwhole: \(whole)")
  }
  for event in whole.events { check(event) }
  checkEncoders(whole.events, deflate)
}

func negotiated(_ lines: [String]) -> DeflateParameters? {
  var fields = HTTPFields()
  for line in lines { fields.append("Sec-WebSocket-Extensions", line) }
  return (try? DeflateParameters.negotiate(fields)) ?? nil
}

/// An offer in several lines; the response, used as an offer, has the same parameters.
func checkOffer(_ input: [UInt8]) {
  let lines = String(decoding: input, as: UTF8.self).split(separator: "\n").map(String.init)
  guard let parameters = negotiated(lines) else { return }
  require(parameters.serverMaxWindowBits.map { (9...15).contains($0) } ?? true, "a window that zlib has not")
  require(negotiated([parameters.response]) == parameters, "\(parameters.response) means another thing")
}

/// The validator accepts a text in pieces exactly if Swift accepts the whole.
func checkText(_ input: [UInt8]) {
  let isText = String(validating: input, as: UTF8.self) != nil
  for pieces in Pieces.ways(input) {
    var validator = UTF8Validator()
    let accepts = pieces.allSatisfy { validator.accept($0[...]) } && validator.isComplete
    require(accepts == isText, "UTF-8 or not")
  }
}

exit(
  fuzz { input in
    guard let options = input.first else { return }
    let rest = Array(input.dropFirst())
    switch options {
    case 128...: checkOffer(rest)
    case 64...: checkText(rest)
    default: checkFrames(options, rest)
    }
  })
