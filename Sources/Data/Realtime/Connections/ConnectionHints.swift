package import Cluster

/// The hints between the connection registries of nodes.
package enum ConnectionHints {
  /// Wakes the sockets of a user (key), or only those of a topic (detail).
  static let wake = Hint.Kind("wake")
  /// Ends the sockets of a user (key) and a topic (detail).
  static let finished = Hint.Kind("finished")
  /// Ends the connection with an id (key), which a newer one replaced.
  static let replaced = Hint.Kind("replaced")
  /// Closes the connection with an id (key), as an administrator asked for it.
  static let close = Hint.Kind("close")

  /// Returns a hint that closes a connection of another node, as an administrator asked for it.
  package static func closing(_ id: String) -> Hint { Hint(close, key: id) }
}

extension CloseReason {
  /// The close of a connection by an administrator: code and reason text of the close frame.
  package static let byAdministrator = (code: UInt16(1001), text: "Closed by an administrator")
  /// The close of all connections of a node that may not work: the code of RFC 6455's registry for "Service Restart". The client
  /// connects again, to another node.
  static let fenced = (code: UInt16(1012), text: "Connect again")
}
