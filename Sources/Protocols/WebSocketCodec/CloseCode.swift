/// Close codes (RFC 6455 §7.4 and the IANA registry).
package enum CloseCode {
  /// Whether a close frame may contain the code. 1004, 1005, 1006 and 1015 are reserved, and other codes must be registered or in
  /// the ranges for libraries and applications.
  package static func mayBeSent(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
