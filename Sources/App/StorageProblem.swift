import API
import Storage

/// The answers to clients when the database fails: 503, because the request was valid and nothing of it was kept; 429 if the
/// client itself asked for too much at once.
enum StorageProblem {
  /// - Returns: nil for errors of another kind, and for failures of statements.
  static func explain(_ error: any Error) -> Problem? {
    guard let error = error as? StorageError else { return nil }
    return switch error {
    case .busy, .overloaded:
      problem("BUSY", "The server is busy. Please try again in a moment.", retryAfter: 1)
    case .shareExceeded:
      .tooManyRequests(retryAfter: 1, "Too many of your requests are waiting. Please wait for their answers.")
    case .timedOut:
      problem(
        "QUERY_TIMEOUT",
        "The query took longer than the server allows. Please narrow it: a shorter range, a smaller page or fewer messages."
      ).naming(settings: "storage.query_timeout")
    case .diskFull:
      problem("STORAGE_UNAVAILABLE", "The server has no space left. Please try again later.", retryAfter: 30)
    case .inputOutput:
      problem("STORAGE_UNAVAILABLE", "The server cannot reach its storage. Please try again later.", retryAfter: 30)
    case .closed:
      problem("SHUTTING_DOWN", "The server is stopping. Please try again in a moment.", retryAfter: 5)
    case .readOnly, .corrupt:
      // Trying again does not help until an operator has repaired it.
      problem("STORAGE_UNAVAILABLE", "Storage is unavailable. Contact the operator.")
    case .textWithNUL: .badRequest("A text must not contain the NUL character.")
    case .uniqueViolation, .constraintViolation, .engine: nil
    }
  }

  private static func problem(_ code: String, _ message: String, retryAfter seconds: Int? = nil) -> Problem {
    Problem(
      status: 503, code: code, message: message, fields: seconds.map { ["Retry-After": String($0)] } ?? [:])
  }
}
