/// Bytes that a client sends, malformed or at the border of what is allowed, and what must become of them.
///
/// The limits are those of `HTTPLimits()`. Over a socket the server has `GET /`, `POST /` (which says back the
/// content) and a socket at `/socket`; nothing else.
package struct HTTPRequestRow: Sendable, CustomStringConvertible {
  /// A request that is understood.
  package struct Good: Sendable, Equatable {
    package var method: String
    package var target: String
    package var body: String
    /// What the server described above answers.
    package var status: Int

    package init(_ method: String = "GET", _ target: String = "/", body: String = "", status: Int = 200) {
      self.method = method
      self.target = target
      self.body = body
      self.status = status
    }
  }

  /// What becomes of the connection behind the last good request.
  package enum End: Sendable, Equatable {
    /// It may carry further requests.
    case open
    /// It ends because the client or its version asked for that.
    case closed
    /// The server ends it behind its answer: an upgrade that failed.
    case declined
    /// What follows is answered with this status, and the connection ends.
    case refused(Int)
    /// A request has begun that is not complete.
    case incomplete
  }

  package var name: String
  /// Where the rule stands (`RFC 9112 §6.3`).
  package var section: String
  package var bytes: [UInt8]
  package var good: [Good]
  package var end: End

  package init(_ name: String, _ section: String, _ bytes: [UInt8], _ good: [Good], _ end: End) {
    self.name = name
    self.section = section
    self.bytes = bytes
    self.good = good
    self.end = end
  }

  package init(_ name: String, _ section: String, _ text: String, _ good: [Good], _ end: End = .open) {
    self.init(name, section, Array(text.utf8), good, end)
  }

  /// A row whose last request is refused.
  package init(_ name: String, _ section: String, _ text: String, _ status: Int = 400, after good: [Good] = []) {
    self.init(name, section, Array(text.utf8), good, .refused(status))
  }

  package var description: String { "\(name) (\(section))" }
}
