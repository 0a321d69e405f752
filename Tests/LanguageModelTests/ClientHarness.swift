import Logging
import Runtime
import TestSupport
import Testing

@testable import LanguageModel

/// A client and a stub of its endpoint.
struct ClientHarness: TestFixture, Sendable {
  static let key = "sk-test-9f8e7d6c5b4a39281706"

  let endpoint: StubServer
  let client: ChatClient
  let log: LogLines
  let clock = ManualClock("1994-11-06T08:49:37Z")

  /// - Parameter change: changes the configuration, whose timeouts are long and whose retry delays are short.
  init(
    _ answers: [StubServer.Step]..., isListening: Bool = true,
    change: (inout ModelCoachConfiguration) -> Void = { _ in }
  ) throws {
    endpoint = try StubServer(answers, isListening: isListening)
    var configuration = ModelCoachConfiguration()
    configuration.provider = .openai
    configuration.baseURL = "http://127.0.0.1:\(endpoint.port)/v1"
    configuration.model = "test-model"
    configuration.apiKey = Secret(Self.key)
    configuration.noProxy = "*"
    configuration.retries.firstDelay = .milliseconds(1)
    // Long enough that a stalled answer never times out by accident on a busy machine.
    configuration.timeouts.connect = .seconds(600)
    configuration.timeouts.firstByte = .seconds(600)
    configuration.timeouts.betweenBytes = .seconds(600)
    configuration.timeouts.total = .seconds(600)
    change(&configuration)
    let log = LogLines()
    let logger = Logger(label: "model") { _ in LogLines.Handler(lines: log) }
    client = try #require(ChatClient(configuration, environment: clock.environment, logger: logger))
    self.log = log
  }

  /// Runs `body`, stops client and endpoint, and checks that no log line contains the key.
  func run(_ body: (ClientHarness) async throws -> Void) async throws {
    try await withFixture(self) { try await body($0) }
    for line in log.all { expectNoKey(line) }
  }

  func stop() {
    client.stop()
    endpoint.stop()
  }

  /// The pieces of text and the end of one answer.
  func ask(_ text: String = "Hello?") async -> (deltas: [String], end: Result<ChatCompletion, any Error>) {
    var deltas: [String] = []
    do {
      let completion = try await client.answer(to: ChatRequest(messages: [.user(text)])) { delta in
        if case .text(let text) = delta { deltas.append(text) }
      }
      return (deltas, .success(completion))
    } catch {
      for shown in ["\(error)", String(reflecting: error)] {
        expectNoKey(shown)
      }
      return (deltas, .failure(error))
    }
  }

  /// The error that the next answer ends with.
  func failure() async -> LanguageModelError? {
    if case .failure(let error) = await ask().end { error as? LanguageModelError } else { nil }
  }
}

/// Expects no part of the key that is longer than the parts which ordinary words contain.
func expectNoKey(_ text: String) {
  let key = Array(ClientHarness.key)
  for start in 0...(key.count - 6) { #expect(!text.contains(String(key[start..<(start + 6)])), "\(text)") }
}

/// The logged lines with their metadata.
final class LogLines: Sendable {
  /// Opens at the first line.
  let begun = Gate()
  private let lines = Locked<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  struct Handler: LogHandler {
    let lines: LogLines
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let line = "\(event.level) \(event.message) \(event.metadata ?? [:])"
      lines.lines.withLock { $0.append(line) }
      lines.begun.open()
    }
  }
}
