/// Builds responses, head and content in one buffer (RFC 9112 §4).
package enum ResponseEncoder {
  /// - Parameters:
  ///   - fields: without Date, Content-Length and Connection, which are added here. Names and values come from code,
  ///     not from peers; line breaks in them are replaced all the same.
  ///   - isHead: the length is told, the content left out (RFC 9110 §9.3.2).
  ///   - date: an IMF-fixdate.
  package static func encode(
    status: Int, fields: [(name: String, value: String)], body: [UInt8], isHead: Bool, keepAlive: Bool, date: String,
    version: HTTPVersion
  ) -> [UInt8] {
    let hasContent = status >= 200 && status != 204 && status != 304
    var bytes: [UInt8] = []
    bytes.reserveCapacity(256 + body.count)
    bytes += "HTTP/1.1 \(status) \(reason(status))\r\nDate: \(date)\r\n".utf8
    for (name, value) in fields {
      append(name, to: &bytes)
      bytes += ": ".utf8
      append(value, to: &bytes)
      bytes += "\r\n".utf8
    }
    if hasContent { bytes += "Content-Length: \(body.count)\r\n".utf8 }
    if !keepAlive {
      bytes += "Connection: close\r\n".utf8
    } else if version == .http10 {
      bytes += "Connection: keep-alive\r\n".utf8
    }
    bytes += "\r\n".utf8
    if hasContent && !isHead { bytes += body }
    return bytes
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    for byte in text.utf8 { bytes.append(byte == 0x0D || byte == 0x0A || byte == 0 ? 0x20 : byte) }
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
