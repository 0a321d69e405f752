import Bytes

/// Turns the events of a transfer into pieces of an answer, the whole answer, or the reason for its failure. A pure
/// value.
struct AnswerReader: Sendable {
  /// The maximum number of bytes that are kept of a response other than a stream.
  static let maxProblemBytes = 16 << 10

  enum Step: Sendable, Equatable {
    case more
    /// New pieces. Call `afterDeltas` once they are delivered, because they may complete the answer.
    case deltas([ChatDelta])
    case answer(ChatCompletion)
    case failed(Failure)
  }

  /// The reason for a failure, with the delay that the endpoint requests before a retry.
  struct Failure: Error, Sendable, Equatable {
    var error: LanguageModelError
    var retryAfter: Duration?
  }

  private var decoder: ChatStreamDecoder
  private var head: ResponseHead?
  private var problem: [UInt8] = []
  private let secret: Secret?
  private let now: @Sendable () -> Timestamp

  /// - Parameter now: the wall clock, for dates in `Retry-After`.
  init(secret: Secret?, now: @escaping @Sendable () -> Timestamp) {
    decoder = ChatStreamDecoder(secret: secret)
    self.secret = secret
    self.now = now
  }

  mutating func received(_ event: TransferChannel.Event) -> Step {
    switch event {
    case .head(let head): return received(head)
    case .bytes(let bytes): return received(bytes)
    case .end(.complete): return isStream ? ended(.brokenStream) : refused()
    case .end(.failed(let error)): return isStream || head == nil ? ended(error) : refused()
    case .end(.aborted): return .failed(Failure(error: .brokenStream))
    }
  }

  /// Returns the step that follows delivered deltas.
  func afterDeltas() -> Step {
    decoder.isDone || decoder.failure != nil ? ended(.brokenStream) : .more
  }

  private var isStream: Bool { head?.status == 200 }

  private mutating func received(_ head: ResponseHead) -> Step {
    self.head = head
    guard head.status == 200 else { return .more }
    guard head.contentType == "text/event-stream" else { return .failed(Failure(error: .badResponse(.contentType))) }
    return .more
  }

  private mutating func received(_ bytes: [UInt8]) -> Step {
    guard isStream else {
      problem += bytes.prefix(Self.maxProblemBytes - problem.count)
      return problem.count < Self.maxProblemBytes ? .more : refused()
    }
    let deltas = decoder.received(bytes)
    return deltas.isEmpty ? afterDeltas() : .deltas(deltas)
  }

  /// Returns the answer if the stream announced its end before `error` ended the transfer.
  private func ended(_ error: LanguageModelError) -> Step {
    do throws(LanguageModelError) { return .answer(try decoder.finished()) } catch let found {
      return .failed(Failure(error: found == .brokenStream ? error : found))
    }
  }

  private func refused() -> Step {
    let after = head?.retryAfter.flatMap { RetryAfter.duration($0, now: now()) }
    let problem = EndpointProblem(body: problem, secret: secret)
    return .failed(Failure(error: problem.error(status: head?.status ?? 0, retryAfter: after), retryAfter: after))
  }
}
