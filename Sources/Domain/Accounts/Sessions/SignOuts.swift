import Bytes
import Storage

/// Closes all sockets of an account when it is signed out.
package protocol SignOutListener: Sendable {
  /// Closes the sockets of an account. Any thread.
  func signedOut(userID: String)
}

/// Applies the end of all sessions of an account. Any thread.
///
/// A server closes the sockets itself. A command has none and records the sign-out for the running server, whose
/// `SignOutWatch` reads it.
final class SignOuts: Sendable {
  private let listener: (any SignOutListener)?
  /// nil without a listener: a command asks once, and no sign-out reaches it.
  let liveSessions: LiveSessions?

  /// - Parameter listener: closes sockets; nil in a command.
  init(listener: (any SignOutListener)?) {
    self.listener = listener
    liveSessions = listener == nil ? nil : LiveSessions()
  }

  /// Refuses the next request of each session and closes the sockets. Call it after the commit that ends the sessions.
  func apply(userID: String) {
    liveSessions?.removeAll()
    listener?.signedOut(userID: userID)
  }

  /// The scope of transactions that call `record`, besides that of the user.
  ///
  /// `SignOutWatch` reads the rows of all accounts after an id, so that commands must store them one after another.
  var scope: WriteScope { listener == nil ? .accounts : .none }

  /// Records a sign-out for the running server if this process has no sockets. Call it in the transaction that ends the
  /// sessions, in `scope`.
  func record(_ userID: String, now: Timestamp, in connection: any SQLConnection) throws {
    if listener == nil { try SignOutRepository.append(userID, now: now, in: connection) }
  }
}
