package import Bytes
import Crypto
import Storage

/// A one-time permission to sign up. Its code is shown once, when it is created.
package struct Invitation: Sendable {
  /// The state at some time.
  package enum State: String, Sendable, CaseIterable {
    case open, used, expired
  }

  /// A lower-case UUID; the code itself is not stored.
  package var id: String
  /// At most 200 bytes for the person who administers the server.
  package var note: String
  /// The id of the admin who created it; nil on the command line. The deletion of that account deletes the invitation.
  package var createdBy: String?
  /// The time of creation.
  package var createdAt: Timestamp
  /// The time from which the code is refused.
  package var expiresAt: Timestamp
  /// The time of the sign-up with this code; nil if it was not used.
  package var usedAt: Timestamp?
  /// The id of the account that it created. The deletion of that account deletes the invitation.
  package var usedBy: String?

  /// Returns the state at `now`; a used invitation never expires.
  package func state(at now: Timestamp) -> State { usedAt != nil ? .used : expiresAt <= now ? .expired : .open }

  /// The number of random bytes in a code: 128 bits cannot be guessed.
  static let codeBytes = 16
  /// The lifetime if none is given.
  package static let defaultLifetime: Duration = .seconds(7 * 86400)
  /// A minute to a year, in seconds.
  static let lifetimeSeconds = 60...365 * 86400
  /// A minute to a year.
  package static let lifetimes: ClosedRange<Duration> =
    .seconds(lifetimeSeconds.lowerBound) ... .seconds(lifetimeSeconds.upperBound)
  /// Open invitations of a server.
  static let maxOpen = 1000

  /// The form in which a code is stored.
  static func digest(of code: String) -> String { Hex.encode(SHA256.digest(Array(code.utf8))) }

  /// - Returns: nil if the row is not one of `invitations`.
  init?(_ row: Row) {
    guard let id = row.text("id"), let created = row.integer("created_at"), let expires = row.integer("expires_at")
    else { return nil }
    self.id = id
    note = row.text("note") ?? ""
    createdBy = row.text("created_by")
    createdAt = Timestamp(milliseconds: created)
    expiresAt = Timestamp(milliseconds: expires)
    usedAt = row.integer("used_at").map(Timestamp.init(milliseconds:))
    usedBy = row.text("used_by")
  }
}
