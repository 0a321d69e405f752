/// The client for which a task works. Resources that clients compete for, such as the readers of the database, are shared
/// fairly between the values of this type.
package enum ClientShare: Hashable, Sendable {
  /// The server's own work: periodic tasks, jobs, metrics.
  case server
  /// A user's id, or the address of a client that has not signed in.
  case client(String)

  /// The share of the current task. A task inherits it from the task that starts it, so that long-lived tasks which work for
  /// more than one client must set `server`.
  @TaskLocal package static var current = ClientShare.server
}
