import CCurl

/// What libcurl's two callbacks of a transfer work on, on its thread.
final class TransferProgress {
  private let mailbox: TransferChannel
  private let maxBodyBytes: Int
  private var reader = ResponseHeadReader()
  private var bodyBytes = 0
  private(set) var hasHead = false
  /// Whether the mailbox was full, so that libcurl keeps what it has.
  var isPaused = false
  /// Why the transfer was ended from here.
  private(set) var failure: LanguageModelError?
  var timing: TransferTiming

  init(mailbox: TransferChannel, maxBodyBytes: Int, timing: TransferTiming) {
    self.mailbox = mailbox
    self.maxBodyBytes = maxBodyBytes
    self.timing = timing
  }

  /// - Returns: false ends the transfer.
  func received(line: [UInt8]) -> Bool {
    switch reader.received(line: line) {
    case .more: return true
    case .head(let head):
      // Fields behind a chunked body (trailers) end with an empty line, too, but they have no status line.
      hasHead = true
      mailbox.put(head: head)
      return true
    case .tooLarge:
      failure = .badResponse(.notHTTP)
      return false
    }
  }

  /// - Returns: how many bytes were taken, or libcurl's word for a pause.
  func received(body bytes: [UInt8]) -> Int {
    guard bodyBytes + bytes.count <= maxBodyBytes else {
      failure = .badResponse(.tooLarge(limit: maxBodyBytes))
      return 0
    }
    guard mailbox.put(bytes) else {
      isPaused = true
      return Int(CURL_WRITEFUNC_PAUSE)
    }
    bodyBytes += bytes.count
    timing.received(at: .now)
    return bytes.count
  }
}
