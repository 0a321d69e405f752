import Storage
import StoragePostgres

/// Describes errors of the storage engine for people.
func describingStorage(_ body: () throws -> Void) throws {
  do {
    try body()
  } catch let error as StorageError {
    throw CommandFailure(describe(error))
  } catch let error as BackupError {
    throw CommandFailure(error.description)
  }
}

/// The same for work that waits for the database.
func describingDatabase(_ body: () async throws -> Void) async throws {
  do {
    try await body()
  } catch let error as StorageError {
    throw CommandFailure(describe(error))
  } catch let error as DatabaseFileError {
    throw CommandFailure("\(error)")
  } catch let error as PostgresError {
    throw CommandFailure("\(error)")
  }
}

private func describe(_ error: StorageError) -> String {
  switch error {
  case .corrupt(let message): "the database is damaged: \(message)"
  case .diskFull: "no space is left on the device"
  case .inputOutput(let message): "the device failed: \(message)"
  case .readOnly: "the file cannot be opened or written"
  case .busy: "the database is locked by another process"
  case .engine(_, let message, _): message
  case .closed, .overloaded, .shareExceeded, .timedOut, .uniqueViolation, .constraintViolation, .textWithNUL: "\(error)"
  }
}
