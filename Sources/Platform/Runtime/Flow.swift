/// A flow in the sense of fair queueing: the work of one client on a loop.
///
/// A loop serves its ready flows round-robin, so that a client with a thousand connections is served no more often than a client
/// with one. Clients are hashed to a fixed number of flows (stochastic fairness queueing, as in RFC 8290 §4.1). Swift seeds the
/// hash differently in each process, so that a client cannot choose another client's flow.
package struct Flow: Sendable, Hashable {
  /// The number of flows of each loop; a power of two.
  static let count = 64
  /// The flow of work that belongs to no client.
  package static let none = Flow(index: 0)

  /// From 0 to `count - 1`.
  let index: Int

  private init(index: Int) { self.index = index }

  /// Returns the flow of a client. Two clients may share a flow.
  package init(of client: some Hashable) {
    index = client.hashValue & (Self.count - 1)
  }
}
