package import Bytes

/// A response that is the same for every request, with all its lines made in advance but those that tell when it was
/// sent and to which request.
package final class PreparedResponse: Sendable {
  package let status: Int
  /// Status line, fields and length.
  private let head: [UInt8]
  private let body: [UInt8]

  /// - Parameters:
  ///   - status: one whose responses have content.
  ///   - fields: without Date, Content-Length and Connection.
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

  /// One that shares no memory with `other`.
  package init(copying other: PreparedResponse) {
    status = other.status
    head = other.head.map { $0 }
    body = other.body.map { $0 }
  }

  /// The most bytes that `write` writes for an id of `idBytes` bytes.
  package func size(idBytes: Int) -> Int { head.count + body.count + idBytes + ResponseEncoder.ownBytes }

  /// Writes it for a connection of HTTP/1.1 that stays open.
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
