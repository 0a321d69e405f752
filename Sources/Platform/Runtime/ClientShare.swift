/// The client for which a task works. Contended resources, such as the database's readers, are shared fairly between the
/// values of this type.
package enum ClientShare: Hashable, Sendable {
  /// The server's own work: periodic tasks, jobs, metrics.
  case server
  /// A user's id, or the address of a client that has not signed in.
  case client(String)

  /// The share of the current task, inherited from the task that started it. A long-lived task that works for several clients
  /// must set `server`.
  @TaskLocal package static var current = ClientShare.server
}
