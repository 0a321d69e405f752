import Bytes
import Cluster
import Storage

/// Closes all sockets of an account when it is signed out.
package protocol SignOutListener: Sendable {
  /// Closes the sockets of an account. Any thread.
  func signedOut(userID: String)
}

/// Applies the end of all sessions of an account. Any thread.
///
/// A server closes its sockets itself. A command has none and records the sign-out for the running servers, whose `SignOutWatch`
/// reads it; so does a node for the others.
final class SignOuts: Sendable {
  /// Notifies other nodes that there is a new sign-out.
  static let hint = Hint(Hint.Kind("signed-out"), key: "")

  let node: ClusterNode
  private let listener: (any SignOutListener)?
  /// nil without a listener: a command asks once, and no sign-out reaches it.
  let liveSessions: LiveSessions?

  /// - Parameter listener: closes sockets; nil in a command.
  init(listener: (any SignOutListener)?, node: ClusterNode) {
    self.listener = listener
    self.node = node
    liveSessions = listener == nil ? nil : LiveSessions()
  }

  /// Refuses the next request of each session and closes the sockets. Call it after the commit that ends the sessions.
  func apply(userID: String) {
    close(userID: userID)
    if isRecorded { node.bus.send(Self.hint) }
  }

  /// The same on this node only, for a sign-out that another process has recorded.
  func close(userID: String) {
    liveSessions?.removeAll()
    listener?.signedOut(userID: userID)
  }

  /// Whether other processes may have sockets of an account that signs out here.
  private var isRecorded: Bool { listener == nil || node.isShared }

  /// The scope of transactions that call `record`, besides that of the user.
  ///
  /// `SignOutWatch` reads the rows of all accounts after an id, so that processes must store them one after another.
  var scope: WriteScope { isRecorded ? .accounts : .none }

  /// Records a sign-out for other processes that may have sockets of the account. Call it in the transaction that ends the
  /// sessions, in `scope`.
  func record(_ userID: String, now: Timestamp, in connection: any SQLConnection) throws {
    guard isRecorded else { return }
    let own = listener == nil ? nil : node.membership.incarnation
    try SignOutRepository.append(userID, node: own, now: now, in: connection)
  }
}
