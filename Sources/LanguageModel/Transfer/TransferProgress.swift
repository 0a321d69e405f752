import CCurl

/// The state of libcurl's two callbacks of a transfer. Owned by the worker thread.
final class TransferProgress {
  private let channel: TransferChannel
  private let maxBodyBytes: Int
  private var reader = ResponseHeadReader()
  private var bodyBytes = 0
  private(set) var hasHead = false
  /// Whether the channel was full, so that libcurl keeps the bytes.
  var isPaused = false
  /// The reason a callback ended the transfer.
  private(set) var failure: LanguageModelError?
  var timing: TransferTiming

  init(channel: TransferChannel, maxBodyBytes: Int, timing: TransferTiming) {
    self.channel = channel
    self.maxBodyBytes = maxBodyBytes
    self.timing = timing
  }

  /// - Returns: false ends the transfer.
  func received(line: [UInt8]) -> Bool {
    switch reader.received(line: line) {
    case .more: return true
    case .head(let head):
      // Trailers end with an empty line as well, but have no status line, so they are not a second head.
      hasHead = true
      channel.put(head: head)
      return true
    case .tooLarge:
      failure = .badResponse(.notHTTP)
      return false
    }
  }

  /// - Returns: the number of accepted bytes, or `CURL_WRITEFUNC_PAUSE`.
  func received(body bytes: [UInt8]) -> Int {
    guard bodyBytes + bytes.count <= maxBodyBytes else {
      failure = .badResponse(.tooLarge(limit: maxBodyBytes))
      return 0
    }
    guard channel.put(bytes) else {
      isPaused = true
      return Int(CURL_WRITEFUNC_PAUSE)
    }
    bodyBytes += bytes.count
    timing.received(at: .now)
    return bytes.count
  }
}
