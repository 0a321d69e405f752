package import Bytes
import Crypto
import Storage

/// An identity of another issuer that is linked to an account.
///
/// Issuer and subject are what `iss` and `sub` of its tokens contain, compared byte by byte: RFC 7519 §4.1.2 defines `sub`
/// as a case-sensitive string. Swift's `==` would also match canonically equivalent texts.
package struct ExternalIdentity: Sendable {
  /// The act that linked the identity.
  package enum Origin: String, Sendable, CaseIterable {
    /// The account's owner, in a session of the account.
    case owner
    /// An administrator, on the command line.
    case admin
    /// The first use of the identity, which created the account (`auth.external_accounts = create`).
    case firstUse = "first_use"
  }

  /// A lower-case UUID.
  package var id: String
  /// Empty if the tokens have no `iss`.
  package var issuer: String
  /// `sub`, compared byte by byte.
  package var subject: String
  /// The account that the identity signs in to.
  package var userID: String
  /// The time of the link.
  package var linkedAt: Timestamp
  /// The origin of the link, for the report of the command line.
  package var linkedBy: Origin

  /// Linked identities of one account.
  package static let maxPerAccount = 10
  /// Bytes of an issuer.
  static let maxIssuerBytes = 1024
  /// Bytes of a subject.
  static let maxSubjectBytes = 255

  /// Whether issuer and subject can be linked: within the limits and without control characters, which a terminal or a log
  /// would not show.
  static func isLinkable(issuer: String, subject: String) -> Bool {
    issuer.utf8.count <= maxIssuerBytes && (1...maxSubjectBytes).contains(subject.utf8.count)
      && !(issuer + subject).unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// The mark of an identity that must not create an account. The length makes the two parts unambiguous.
  static func digest(issuer: String, subject: String) -> String {
    Hex.encode(SHA256.digest(Array("identity \(issuer.utf8.count) \(issuer) \(subject)".utf8)))
  }

  /// The mark of a deleted account, whose id was a subject of any issuer.
  static func digest(accountID: String) -> String { Hex.encode(SHA256.digest(Array("account \(accountID)".utf8))) }

  init(id: String, issuer: String, subject: String, userID: String, linkedAt: Timestamp, linkedBy: Origin) {
    self.id = id
    self.issuer = issuer
    self.subject = subject
    self.userID = userID
    self.linkedAt = linkedAt
    self.linkedBy = linkedBy
  }

  /// - Returns: nil if the row is not one of `external_identities`.
  init?(_ row: Row) {
    guard let id = row.text("id"), let issuer = row.text("issuer"), let subject = row.text("subject"),
      let userID = row.text("user_id"), let linked = row.integer("linked_at"),
      let origin = row.text("linked_by").flatMap(Origin.init)
    else { return nil }
    self.init(
      id: id, issuer: issuer, subject: subject, userID: userID, linkedAt: Timestamp(milliseconds: linked),
      linkedBy: origin)
  }
}

/// The setting that decides what happens when an identity without a link is used.
package enum ExternalAccounts: String, Sendable, CaseIterable {
  /// It is refused.
  case link
  /// A new account is created for it.
  case create
}
