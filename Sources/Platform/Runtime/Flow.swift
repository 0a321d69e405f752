/// What a loop takes for one client: the connections of a flow share a turn, so that who opens a thousand of them is served
/// no more often than who opens one.
///
/// Clients are hashed to a fixed number of flows (stochastic fairness queueing, as in RFC 8290 §4.1); the seed is another one
/// in each process, so that nobody can choose whose flow to share.
package struct Flow: Sendable, Hashable {
  static let count = 64
  /// Of what belongs to no client.
  package static let none = Flow(index: 0)

  /// Below `count`.
  let index: Int

  private init(index: Int) { self.index = index }

  package init(of client: some Hashable) {
    index = client.hashValue & (Self.count - 1)
  }
}
