/// Close codes (RFC 6455 §7.4 and the IANA registry).
package enum CloseCode {
  /// Whether a peer may send the code in a close frame: 1004, 1005, 1006 and 1015 never travel, and what is neither
  /// registered nor in the ranges for libraries and applications has no meaning.
  package static func mayBeSent(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
