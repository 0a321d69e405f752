import Runtime

/// The record of storage outages. Any thread.
///
/// A failed commit begins an outage; a successful probe ends it, see `SQLiteDatabase.probe`. A client's commit does not end it: on a
/// full disk a small commit may still fit into the log, and the state would change with every request.
package final class StorageHealth: Sendable {
  /// A period during which the database is not writable.
  package struct Outage: Sendable, Equatable {
    /// The current cause.
    package var reason: StorageFailure
    /// The time of the first failed write.
    package var since: ContinuousClock.Instant
  }

  private let current = Locked<Outage?>(nil)
  private let counted: @Sendable (StorageFailure) -> Void
  private let changed: @Sendable (_ reason: StorageFailure?, _ lasted: Duration) -> Void

  /// - Parameters:
  ///   - counted: called for each failed transaction and each failed checkpoint.
  ///   - changed: called when an outage begins, changes its cause, or ends (nil). On the writer's or the checkpointer's thread.
  package init(
    counted: @escaping @Sendable (StorageFailure) -> Void = { _ in },
    changed: @escaping @Sendable (_ reason: StorageFailure?, _ lasted: Duration) -> Void = { _, _ in }
  ) {
    self.counted = counted
    self.changed = changed
  }

  /// The current outage; nil if the last commit or probe succeeded.
  package var outage: Outage? { current.withLock { $0 } }

  /// A read failed. It is counted if the storage is the cause.
  package func readFailed(_ error: any Error) {
    if let reason = StorageFailure(error) { counted(reason) }
  }

  /// A write failed. It is counted and begins an outage if the storage is the cause.
  package func writeFailed(_ error: any Error) {
    guard let reason = StorageFailure(error) else { return }
    counted(reason)
    if reason.preventsWrites { begin(reason) }
  }

  /// A probe has ended. - Parameter error: nil if it succeeded.
  package func probed(_ error: StorageError?) {
    if let error {
      if let reason = StorageFailure(error), reason.preventsWrites { begin(reason) }
      return
    }
    let ended = current.withLock { current -> Outage? in
      guard let outage = current, outage.reason.isTransient else { return nil }
      current = nil
      return outage
    }
    if let ended { changed(nil, ContinuousClock.now - ended.since) }
  }

  private func begin(_ reason: StorageFailure) {
    let now = ContinuousClock.now
    let lasted = current.withLock { current -> Duration? in
      // Damage is permanent; a second failure does not replace it.
      if let outage = current, outage.reason == reason || !outage.reason.isTransient { return nil }
      let since = current?.since ?? now
      current = Outage(reason: reason, since: since)
      return now - since
    }
    if let lasted { changed(reason, lasted) }
  }
}
