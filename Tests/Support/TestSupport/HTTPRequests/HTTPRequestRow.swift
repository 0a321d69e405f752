/// Bytes that a client sends, malformed or at the border of what is allowed, and what must become of them.
///
/// The limits are those of `HTTPLimits()`. Over a socket the server has `GET /`, `POST /` (which says back the
/// content) and a socket at `/socket`; nothing else.
package struct HTTPRequestRow: Sendable, CustomStringConvertible {
  /// A request that is understood.
  package struct Good: Sendable, Equatable {
    /// The method.
    package var method: String
    /// The target as the parser must return it.
    package var target: String
    /// The decoded content.
    package var body: String
    /// The response of the server described above.
    package var status: Int

    /// A request that is answered with `status`.
    package init(_ method: String = "GET", _ target: String = "/", body: String = "", status: Int = 200) {
      self.method = method
      self.target = target
      self.body = body
      self.status = status
    }
  }

  /// The state of the connection after the last valid request.
  package enum End: Sendable, Equatable {
    /// It may carry further requests.
    case open
    /// It ends because the client or its version asked for that.
    case closed
    /// The server closes it after its response: a failed upgrade.
    case declined
    /// The next request is answered with this status, and the connection ends.
    case refused(Int)
    /// A request has begun that is not complete.
    case incomplete
  }

  /// A statement of the rule.
  package var name: String
  /// The source of the rule (`RFC 9112 §6.3`).
  package var section: String
  /// The bytes of the connection.
  package var bytes: [UInt8]
  /// The valid requests, in order.
  package var good: [Good]
  /// The state after them.
  package var end: End

  /// A row of raw bytes.
  package init(_ name: String, _ section: String, _ bytes: [UInt8], _ good: [Good], _ end: End) {
    self.name = name
    self.section = section
    self.bytes = bytes
    self.good = good
    self.end = end
  }

  /// A row of text whose lines end with CR LF.
  package init(_ name: String, _ section: String, _ text: String, _ good: [Good], _ end: End = .open) {
    self.init(name, section, Array(text.utf8), good, end)
  }

  /// A row whose last request is refused.
  package init(_ name: String, _ section: String, _ text: String, _ status: Int = 400, after good: [Good] = []) {
    self.init(name, section, Array(text.utf8), good, .refused(status))
  }

  /// The name in the output of tests.
  package var description: String { "\(name) (\(section))" }
}
