/// One answered request, as the access log shows it.
package struct AccessRecord: Sendable {
  /// RFC 3339, when it was answered.
  package var time: String
  /// One word of letters, digits and hyphens: the server's own.
  package var requestID: String
  /// `-` for a malformed request.
  package var method: String
  /// The path without its query and without tokens; `-` for a malformed request.
  package var path: String
  package var status: Int
  /// How long the answer took.
  package var nanoseconds: Int64
  /// The client's address without port.
  package var client: String

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

/// Writes down which requests were answered.
///
/// Apart from the logger, because a line for each request must cost next to nothing: the lines of one turn of a loop are
/// gathered and handed over together.
package protocol AccessLog: AnyObject, Sendable {
  /// Whether requests are written down at this moment. Any thread.
  var isOn: Bool { get }
  /// Appends the line of `record`. On a loop's thread.
  func append(_ record: borrowing AccessRecord, to lines: inout [UInt8])
  /// Takes whole lines. On a loop's thread; never waits.
  func write(_ lines: [UInt8], count: Int)
}
