// Chunked content (RFC 9112 §7.1): accepted content equals that of a second, naive decoder; the split changes nothing; the next request
// starts directly after the content.
import FuzzSupport
import Glibc
import HTTPCodec

let limit = 4096
let head = Array("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
let next = Array("GET /next HTTP/1.1\r\nHost: x\r\n\r\n".utf8)

struct Content: Equatable {
  var body: [UInt8] = []
  var isComplete = false
  var error: HTTPParseError?
  /// The target of the request after the content.
  var next: String?

  /// Parses up to the head after the content.
  init(_ pieces: [[UInt8]]) {
    var limits = HTTPLimits()
    limits.maxBodyBytes = limit
    limits.maxHeaderBytes = 512
    var parser = RequestParser(limits: limits)
    do throws(HTTPParseError) {
      for piece in [head] + pieces {
        unsafe piece.withUnsafeBytes { unsafe parser.receive($0) }
        while let event = try parser.next() {
          switch event {
          case .head(let head, _, _):
            guard isComplete else { continue }
            next = head.line.target.text
            return
          case .body(let bytes): body += bytes
          case .end: isComplete = true
          }
        }
      }
    } catch {
      // Bytes after complete content are the subject of another target.
      if !isComplete { self.error = error }
    }
  }
}

/// The content and the number of bytes read, without validation. Correct for valid input only.
func naive(_ input: [UInt8]) -> (body: [UInt8], used: Int)? {
  var body: [UInt8] = []
  var index = 0
  func line() -> ArraySlice<UInt8>? {
    var end = index
    while end + 1 < input.count, !(input[end] == 0x0D && input[end + 1] == 0x0A) { end += 1 }
    guard end + 1 < input.count else { return nil }
    defer { index = end + 2 }
    return input[index..<end]
  }
  while let sizeLine = line() {
    let digits = sizeLine.prefix { $0 != UInt8(ascii: ";") }
    guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0 else { return nil }
    if size == 0 {
      while let trailer = line() {
        if trailer.isEmpty { return (body, index) }
      }
      return nil
    }
    guard size <= input.count - index else { return nil }
    body += input[index..<index + size]
    index += size
    guard line()?.isEmpty == true else { return nil }
  }
  return nil
}

/// `body` in other chunks.
func chunked(_ body: [UInt8]) -> [UInt8] {
  var bytes: [UInt8] = []
  for piece in Pieces.cut(body) { bytes += Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [0x0D, 0x0A] }
  return bytes + Array("0\r\n\r\n".utf8)
}

exit(
  fuzz { input in
    let ways = Pieces.ways(input)
    let whole = Content(ways[0])
    for pieces in ways.dropFirst() { require(Content(pieces) == whole, "a cut changes what is read") }
    require(whole.body.count <= min(limit, input.count), "content over the limit")
    guard whole.isComplete else { return }
    guard let (body, used) = naive(input) else { return require(false, "only one decoder finds the end") }
    require(body == whole.body, "two decoders read other content")
    require(Content([Array(input[..<used]) + next]).next == "/next", "the next request starts elsewhere")
    require(Content([chunked(whole.body)]).body == whole.body, "other content in other chunks")
  })
