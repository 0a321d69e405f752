/// A transaction that waits for a writer.
package struct PendingWrite: Sendable {
  /// The data on which it decides.
  package var scope: WriteScope
  /// Whether its commit must wait for the disk.
  package var isSynced: Bool
  /// Called once, before the first run of the body; nil if there is nothing to prepare.
  package var prepare: (@Sendable () -> Void)?
  /// Runs the body. - Returns: the result to finish after the commit. A result that is not finished has no effect, so that the
  /// body can run again.
  package var run: @Sendable (any SQLConnection) -> PendingResult
  /// Resumes the caller with an error. No result of the body was finished.
  package var fail: @Sendable (any Error) -> Void

  /// Submits `body` as a transaction, and waits for its end.
  /// - Parameters:
  ///   - prepare: called once, before the first run of `body`, if the engine supports it.
  ///   - submit: queues it. A transaction that was queued must be finished or must fail.
  /// - Throws: the error of `submit`, of the body or of the commit.
  package static func perform<Value: Sendable>(
    in scope: WriteScope, isSynced: Bool, preparedBy prepare: (@Sendable () -> Void)? = nil,
    _ body: @escaping @Sendable (any SQLConnection) throws -> Value, submit: (PendingWrite) throws(StorageError) -> Void
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let pending = PendingWrite(
        scope: scope, isSynced: isSynced, prepare: prepare,
        run: { connection in
          do {
            let value = try body(connection)
            return PendingResult(failure: nil) { failure in
              if let failure { continuation.resume(throwing: failure) } else { continuation.resume(returning: value) }
            }
          } catch {
            return PendingResult(failure: error) { continuation.resume(throwing: $0 ?? error) }
          }
        },
        fail: { continuation.resume(throwing: $0) })
      do throws(StorageError) { try submit(pending) } catch { continuation.resume(throwing: error) }
    }
  }
}

/// The result of a transaction between its body and the commit.
package struct PendingResult {
  /// The error of the body, which rolls back its changes.
  package var failure: (any Error)?
  /// Resumes the caller: with nil after a successful commit, otherwise with the error.
  package var finish: @Sendable ((any Error)?) -> Void
}
