/// One answered request, for the access log.
package struct AccessRecord: Sendable {
  /// The time of the response (RFC 3339).
  package var time: String
  /// One word of letters, digits and hyphens: the server's own.
  package var requestID: String
  /// `-` for a malformed request.
  package var method: String
  /// The path without its query and without tokens; `-` for a malformed request.
  package var path: String
  /// The status code of the response.
  package var status: Int
  /// The duration from the complete request to the response.
  package var nanoseconds: Int64
  /// The client's address without port.
  package var client: String

  /// Creates a record.
  package init(
    time: String, requestID: String, method: String, path: String, status: Int, nanoseconds: Int64,
    client: String
  ) {
    self.time = time
    self.requestID = requestID
    self.method = method
    self.path = path
    self.status = status
    self.nanoseconds = nanoseconds
    self.client = client
  }
}

/// Receives a line for each answered request.
///
/// Separate from the logger, because a line for each request must cost little: the lines of one loop iteration are
/// collected and written together.
package protocol AccessLog: AnyObject, Sendable {
  /// Whether requests are logged now. Any thread.
  var isOn: Bool { get }
  /// Appends the line of `record`. On a loop's thread.
  func append(_ record: borrowing AccessRecord, to lines: inout [UInt8])
  /// Writes complete lines. On a loop's thread; never blocks.
  func write(_ lines: [UInt8], count: Int)
}
