package import Bytes

/// A constant response. All its lines are encoded in advance except `Date` and `X-Request-ID`.
package final class PreparedResponse: Sendable {
  /// The status code.
  package let status: Int
  /// Status line, fields and length.
  private let head: [UInt8]
  private let body: [UInt8]

  /// - Parameters:
  ///   - status: a status whose responses have content.
  ///   - fields: without `Date`, `Content-Length` and `Connection`.
  package init(status: Int, fields: [(name: String, value: String)], body: [UInt8]) {
    var head: [UInt8] = []
    let size = fields.reduce(ResponseEncoder.ownBytes) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    head.append(upTo: size) { bytes in
      ResponseEncoder.appendStatusLine(status, to: &bytes)
      ResponseEncoder.appendFields(fields, to: &bytes)
      bytes.append("Content-Length: ")
      bytes.append(Int64(body.count))
      bytes.append("\r\n")
    }
    self.status = status
    self.head = head
    self.body = body
  }

  /// The maximum number of bytes that `write` writes for a request id of `idBytes` bytes.
  package func size(idBytes: Int) -> Int { head.count + body.count + idBytes + ResponseEncoder.ownBytes }

  /// Writes the response for a persistent HTTP/1.1 connection.
  package func write(requestID: String, date: [UInt8], to bytes: inout ByteWriter) {
    bytes.append(head)
    bytes.append("Date: ")
    bytes.append(date)
    bytes.append("\r\nX-Request-ID: ")
    bytes.append(requestID)
    bytes.append("\r\n\r\n")
    bytes.append(body)
  }
}
