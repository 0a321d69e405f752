package import Bytes

/// An encoder of responses, with head and content in one buffer (RFC 9112 §4).
package enum ResponseEncoder {
  /// Encodes a complete response.
  /// - Parameters:
  ///   - fields: without `Date`, `Content-Length`, `Connection` and `X-Content-Type-Options`, which are added, as is
  ///     `Cache-Control: no-store` if there is no `Cache-Control`. Names and values come from code, not from peers; line breaks in
  ///     them are still replaced by spaces.
  ///   - requestID: the value of `X-Request-ID`; nil for none.
  ///   - isHead: whether to send the length without the content (RFC 9110 §9.3.2).
  ///   - date: an IMF-fixdate.
  ///   - sink: called once with the maximum size and a closure that writes the response.
  package static func encode(
    status: Int, fields: [(name: String, value: String)], requestID: String? = nil, body: [UInt8], isHead: Bool,
    keepAlive: Bool, date: [UInt8], version: HTTPVersion, to sink: (Int, (inout ByteWriter) -> Void) -> Void
  ) {
    let hasContent = status >= 200 && status != 204 && status != 304
    sink(headBytes(fields, requestID, date) + body.count) { bytes in
      writeHead(status: status, fields: fields, requestID: requestID, date: date, to: &bytes)
      if hasContent {
        bytes.append("Content-Length: ")
        bytes.append(Int64(body.count))
        bytes.append("\r\n")
      }
      if !keepAlive {
        bytes.append("Connection: close\r\n")
      } else if version == .http10 {
        bytes.append("Connection: keep-alive\r\n")
      }
      bytes.append("\r\n")
      if hasContent && !isHead { bytes.append(body) }
    }
  }

  /// Encodes the head of a streamed response: chunks follow (RFC 9112 §7.1), or in HTTP/1.0 content up to the end of the connection.
  package static func streamedHead(
    status: Int, fields: [(name: String, value: String)], requestID: String?, keepAlive: Bool, date: [UInt8],
    version: HTTPVersion, length: Int? = nil
  ) -> [UInt8] {
    var head: [UInt8] = []
    head.append(upTo: headBytes(fields, requestID, date)) { bytes in
      writeHead(status: status, fields: fields, requestID: requestID, date: date, to: &bytes)
      if let length {
        bytes.append("Content-Length: ")
        bytes.append(Int64(length))
        bytes.append("\r\n")
      } else if version == .http11 {
        bytes.append("Transfer-Encoding: chunked\r\n")
      }
      if !keepAlive || version == .http10 { bytes.append("Connection: close\r\n") }
      bytes.append("\r\n")
    }
    return head
  }

  /// Encodes a chunk. - Parameter content: must not be empty, because an empty chunk ends the content.
  package static func chunk(_ content: [UInt8]) -> [UInt8] {
    let size = Array(String(content.count, radix: 16).utf8)
    return size + lineEnd + content + lineEnd
  }

  /// The last chunk, without trailers.
  package static let lastChunk = Array("0\r\n\r\n".utf8)

  private static let lineEnd = Array("\r\n".utf8)

  /// An upper bound of the status line, the framing fields and the other bytes that are added here.
  static let ownBytes = 256

  /// The maximum size of a head.
  private static func headBytes(
    _ fields: [(name: String, value: String)], _ requestID: String?, _ date: [UInt8]
  ) -> Int {
    var size = ownBytes + date.count + (requestID?.utf8.count ?? 0)
    for (name, value) in fields { size += name.utf8.count + value.utf8.count + 4 }
    return size
  }

  /// Writes the head without the framing fields and the empty line.
  private static func writeHead(
    status: Int, fields: [(name: String, value: String)], requestID: String?, date: [UInt8], to head: inout ByteWriter
  ) {
    appendStatusLine(status, to: &head)
    head.append("Date: ")
    head.append(date)
    head.append("\r\n")
    appendFields(fields, to: &head)
    if let requestID { appendField("X-Request-ID", requestID, to: &head) }
  }

  /// Writes `fields` and the fields of every response.
  ///
  /// Most responses are specific to a user or change often, so that no cache may store them unless `fields` has its own
  /// `Cache-Control`. `nosniff` forbids browsers to guess another content type.
  static func appendFields(_ fields: [(name: String, value: String)], to head: inout ByteWriter) {
    var isCached = false
    for (name, value) in fields {
      appendField(name, value, to: &head)
      if name == "Cache-Control" { isCached = true }
    }
    head.append("X-Content-Type-Options: nosniff\r\n")
    if !isCached { head.append("Cache-Control: no-store\r\n") }
  }

  static func appendStatusLine(_ status: Int, to bytes: inout ByteWriter) {
    // The most frequent status.
    if status == 200 { return bytes.append("HTTP/1.1 200 OK\r\n") }
    bytes.append("HTTP/1.1 ")
    bytes.append(Int64(max(0, status)))
    bytes.append(" ")
    bytes.append(reason(status))
    bytes.append("\r\n")
  }

  static func appendField(_ name: String, _ value: String, to bytes: inout ByteWriter) {
    let start = bytes.count
    bytes.append(name)
    bytes.append(": ")
    bytes.append(value)
    bytes.blankLineBreaks(from: start)
    bytes.append("\r\n")
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
    case 302: "Found"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
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
