import CCurl

/// The libcurl handles of one transfer at a time, with the connections that are kept alive between transfers.
///
/// Owned by one thread, which it blocks. All options are set again for each transfer.
@safe final class CurlHandle {
  private let easy: UnsafeMutableRawPointer
  private let multi: UnsafeMutableRawPointer

  /// The time for which a transfer with a complete answer may take to end, so that its connection can be reused.
  private static let finishTimeout = Duration.milliseconds(100)
  /// Initialises SSL and sockets (`CURL_GLOBAL_ALL`); thread-safe since libcurl 7.84.
  private static let isLibraryReady = curl_global_init(3) == CURLE_OK

  /// - Throws: `unreachable(.system)` if memory is exhausted.
  init() throws(LanguageModelError) {
    guard Self.isLibraryReady, let easy = unsafe curl_easy_init() else { throw .unreachable(.system) }
    guard let multi = unsafe curl_multi_init() else {
      unsafe curl_easy_cleanup(easy)
      throw .unreachable(.system)
    }
    unsafe self.easy = unsafe easy
    unsafe self.multi = unsafe multi
  }

  deinit {
    unsafe curl_easy_cleanup(easy)
    unsafe curl_multi_cleanup(multi)
  }

  /// Sends the request and writes the response to the channel, until the response ends or the reader stops it.
  func perform(_ request: TransferRequest, into channel: TransferChannel) -> TransferEnd {
    let timing = TransferTiming(request.timeouts, start: .now, deadline: request.deadline)
    let progress = TransferProgress(channel: channel, maxBodyBytes: request.maxBodyBytes, timing: timing)
    var fields: UnsafeMutablePointer<curl_slist>?
    for line in request.fieldLines {
      guard let longer = unsafe curl_slist_append(fields, line) else { break }
      unsafe fields = unsafe longer
    }
    defer {
      unsafe curl_multi_remove_handle(multi, easy)
      // Clears the pointers into this call. Connections are kept.
      unsafe curl_easy_reset(easy)
      unsafe curl_slist_free_all(fields)
    }
    let isSet = unsafe set(request) && set(progress) && set(CURLOPT_HTTPHEADER, fields)
    guard isSet, unsafe curl_multi_add_handle(multi, easy) == CURLM_OK else { return .failed(.unreachable(.system)) }
    return withExtendedLifetime(progress) { drive(progress, channel) }
  }

  private func drive(_ progress: TransferProgress, _ channel: TransferChannel) -> TransferEnd {
    var finishBy: ContinuousClock.Instant?
    while true {
      var running: Int32 = 0
      guard unsafe curl_multi_perform(multi, &running) == CURLM_OK else { return .failed(.unreachable(.system)) }
      var result = CURLE_OK
      if unsafe hearth_curl_ended(multi, &result) != 0 { return end(result, progress) }
      let now = ContinuousClock.now
      if unsafe hearth_curl_connected_after(easy) > 0 { progress.timing.connected(at: now) }
      switch channel.order {
      case .abort: return .aborted
      case .finish: finishBy = finishBy ?? now + Self.finishTimeout
      case .receive: break
      }
      if progress.isPaused, !channel.isFull {
        progress.isPaused = false
        progress.timing.received(at: now)
        unsafe curl_easy_pause(easy, CURLPAUSE_CONT)
        continue
      }
      let (phase, due) = progress.timing.next(isPaused: progress.isPaused)
      if now >= due { return .failed(.timedOut(phase)) }
      if let finishBy, now >= finishBy { return .aborted }
      wait(until: min(due, finishBy ?? due), channel.pipe)
    }
  }

  private func wait(until due: ContinuousClock.Instant, _ pipe: SelfPipe) {
    var extra = curl_waitfd(fd: pipe.readEnd, events: Int16(CURL_WAIT_POLLIN), revents: 0)
    unsafe curl_multi_poll(multi, &extra, 1, SelfPipe.milliseconds(until: due), nil)
    if extra.revents != 0 { pipe.clear() }
  }

  private func end(_ code: CURLcode, _ progress: TransferProgress) -> TransferEnd {
    if let failure = progress.failure { return .failed(failure) }
    if code == CURLE_OK { return .complete }
    let phase = progress.timing.next(isPaused: false).phase
    return .failed(TransferFailure.error(code, hasHead: progress.hasHead, phase: phase))
  }
}

// MARK: options

extension CurlHandle {
  private func set(_ request: TransferRequest) -> Bool {
    let left = max(.zero, request.deadline - .now)
    return unsafe set(CURLOPT_NOSIGNAL, 1)
      // A pending name lookup must not block the thread after the transfer was aborted.
      && set(CURLOPT_QUICK_EXIT, 1)
      && set(CURLOPT_URL, request.address.completions) && set(CURLOPT_PROTOCOLS_STR, "http,https")
      && set(CURLOPT_FOLLOWLOCATION, 0) && set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
      && set(CURLOPT_SSL_VERIFYPEER, 1) && set(CURLOPT_SSL_VERIFYHOST, 2)
      && set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
      && set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      // `TransferTiming` enforces the limits; these are the backstop while libcurl does not return.
      && set(CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(request.timeouts.connect))
      && set(CURLOPT_TIMEOUT_MS, Self.milliseconds(left) + 1000)
      && set(CURLOPT_POST, 1)
      && hearth_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, request.body.count) == CURLE_OK
      && hearth_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, request.body) == CURLE_OK
      && (request.certificateFile.map { set(CURLOPT_CAINFO, $0) } ?? true)
      && (request.noProxy.map { set(CURLOPT_NOPROXY, $0) } ?? true)
  }

  /// The callbacks receive `progress` unretained, so it must outlive the transfer.
  private func set(_ progress: TransferProgress) -> Bool {
    let owner = unsafe Unmanaged.passUnretained(progress).toOpaque()
    return unsafe hearth_curl_set_sinks(
      easy,
      { bytes, size, count, owner in
        guard let bytes = unsafe bytes, let owner = unsafe owner else { return 0 }
        let line = unsafe CurlHandle.copy(bytes, size * count)
        return unsafe Unmanaged<TransferProgress>.fromOpaque(owner).takeUnretainedValue().received(line: line)
          ? line.count : 0
      },
      { bytes, size, count, owner in
        guard let bytes = unsafe bytes, let owner = unsafe owner else { return 0 }
        let body = unsafe CurlHandle.copy(bytes, size * count)
        return unsafe Unmanaged<TransferProgress>.fromOpaque(owner).takeUnretainedValue().received(body: body)
      }, owner) == CURLE_OK
  }

  private static func copy(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> [UInt8] {
    unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }

  /// libcurl copies strings.
  private func set(_ option: CURLoption, _ text: String) -> Bool {
    unsafe text.withCString { unsafe hearth_curl_set_pointer(easy, option, $0) == CURLE_OK }
  }

  private func set(_ option: CURLoption, _ number: Int) -> Bool {
    unsafe hearth_curl_set_number(easy, option, number) == CURLE_OK
  }

  private func set(_ option: CURLoption, _ list: UnsafeMutablePointer<curl_slist>?) -> Bool {
    unsafe hearth_curl_set_pointer(easy, option, list) == CURLE_OK
  }

  private static func milliseconds(_ duration: Duration) -> Int {
    Int(max(1, min(duration, .seconds(86400)) / .milliseconds(1)))
  }
}
