/// Builds responses, head and content in one buffer (RFC 9112 §4).
package enum ResponseEncoder {
  /// - Parameters:
  ///   - fields: without Date, Content-Length and Connection, which are added here. Names and values come from code,
  ///     not from peers; line breaks in them are replaced all the same.
  ///   - requestID: the value of `X-Request-ID`; nil where there is none.
  ///   - isHead: the length is told, the content left out (RFC 9110 §9.3.2).
  ///   - date: an IMF-fixdate.
  package static func encode(
    status: Int, fields: [(name: String, value: String)], requestID: String? = nil, body: [UInt8], isHead: Bool,
    keepAlive: Bool, date: String, version: HTTPVersion
  ) -> [UInt8] {
    let hasContent = status >= 200 && status != 204 && status != 304
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256 + body.count)
    appendStatusLine(status, to: &bytes)
    appendField("Date", date, to: &bytes)
    for (name, value) in fields { appendField(name, value, to: &bytes) }
    if let requestID { appendField("X-Request-ID", requestID, to: &bytes) }
    if hasContent { appendLength(body.count, to: &bytes) }
    if !keepAlive {
      append("Connection: close\r\n", to: &bytes)
    } else if version == .http10 {
      append("Connection: keep-alive\r\n", to: &bytes)
    }
    append("\r\n", to: &bytes)
    if hasContent && !isHead { bytes += body }
    return bytes
  }

  /// The head of a response whose content has no length in advance: chunks follow (RFC 9112 §7.1), or before HTTP/1.1
  /// content up to the end of the connection.
  package static func streamedHead(
    status: Int, fields: [(name: String, value: String)], requestID: String?, keepAlive: Bool, date: String,
    version: HTTPVersion
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    appendStatusLine(status, to: &bytes)
    appendField("Date", date, to: &bytes)
    for (name, value) in fields { appendField(name, value, to: &bytes) }
    if let requestID { appendField("X-Request-ID", requestID, to: &bytes) }
    if version == .http11 { append("Transfer-Encoding: chunked\r\n", to: &bytes) }
    if !keepAlive || version == .http10 { append("Connection: close\r\n", to: &bytes) }
    append("\r\n", to: &bytes)
    return bytes
  }

  /// One chunk. - Parameter content: not empty, which would be the end.
  package static func chunk(_ content: [UInt8]) -> [UInt8] {
    var bytes = Array(String(content.count, radix: 16).utf8)
    bytes.reserveCapacity(bytes.count + content.count + 4)
    append("\r\n", to: &bytes)
    bytes += content
    append("\r\n", to: &bytes)
    return bytes
  }

  /// The end of the chunks, without trailers.
  package static let lastChunk = Array("0\r\n\r\n".utf8)

  private static func appendStatusLine(_ status: Int, to bytes: inout [UInt8]) {
    // Two answers in three.
    if status == 200 { return append("HTTP/1.1 200 OK\r\n", to: &bytes) }
    append("HTTP/1.1 ", to: &bytes)
    appendNumber(status, to: &bytes)
    append(" ", to: &bytes)
    bytes += reason(status).utf8
    append("\r\n", to: &bytes)
  }

  private static func appendField(_ name: String, _ value: String, to bytes: inout [UInt8]) {
    // Nearly every answer's.
    if value == "application/json", name == "Content-Type" {
      return append("Content-Type: application/json\r\n", to: &bytes)
    }
    appendText(name, to: &bytes)
    append(": ", to: &bytes)
    appendText(value, to: &bytes)
    append("\r\n", to: &bytes)
  }

  private static func appendLength(_ count: Int, to bytes: inout [UInt8]) {
    append("Content-Length: ", to: &bytes)
    appendNumber(count, to: &bytes)
    append("\r\n", to: &bytes)
  }

  private static func append(_ text: StaticString, to bytes: inout [UInt8]) {
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// The bytes of a name or value, with spaces for what would end the line.
  private static func appendText(_ text: String, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes += text.utf8
    var lowest = UInt8.max
    for index in start..<bytes.count { lowest = min(lowest, bytes[index]) }
    guard lowest <= 0x0D else { return }
    for index in start..<bytes.count where bytes[index] <= 0x0D {
      if bytes[index] == 0x0D || bytes[index] == 0x0A || bytes[index] == 0 { bytes[index] = 0x20 }
    }
  }

  /// - Parameter number: not negative.
  private static func appendNumber(_ number: Int, to bytes: inout [UInt8]) {
    var place: UInt = 1
    while number.magnitude / place >= 10 { place *= 10 }
    // From the first digit on: reversing a slice would copy the whole array.
    while place > 0 {
      bytes.append(UInt8(0x30 + number.magnitude / place % 10))
      place /= 10
    }
  }

  /// The reason phrase of a status (RFC 9110 §15).
  static func reason(_ status: Int) -> String {
    switch status {
    case 100: "Continue"
    case 101: "Switching Protocols"
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 417: "Expectation Failed"
    case 422: "Unprocessable Content"
    case 426: "Upgrade Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: "Status"
    }
  }
}
