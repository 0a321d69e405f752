import JSONCodec

/// Decodes the events of a streamed chat completion into pieces of text and, at the end, the whole answer.
///
///     data: {"choices":[{"index":0,"delta":{"content":"Hel"},"finish_reason":null}]}
///     data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":…,"function":{…}}]}}]}
///     data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
///     data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":12}}
///     data: [DONE]
///
/// A pure value: bytes in, deltas out.
package struct ChatStreamDecoder: Sendable {
  private var events: ServerSentEvents
  private var tools = ToolCallAssembly()
  private var completion = ChatCompletion()
  private var hasFinishReason = false
  private let secret: Secret?
  /// Whether the stream announced its end. Later bytes are ignored.
  package private(set) var isDone = false
  /// A violation of the protocol, or an error that the stream reported. Later bytes are ignored.
  package private(set) var failure: LanguageModelError?

  /// - Parameter secret: removed from errors.
  package init(secret: Secret? = nil, events: ServerSentEvents = ServerSentEvents()) {
    self.secret = secret
    self.events = events
  }

  /// Decodes the next bytes of the body.
  /// - Returns: the pieces that they complete, up to a `failure`.
  package mutating func received(_ bytes: some Collection<UInt8>) -> [ChatDelta] {
    var deltas: [ChatDelta] = []
    guard !isDone, failure == nil else { return deltas }
    do throws(LanguageModelError) {
      for event in events.received(bytes) where !isDone { try received(event, into: &deltas) }
      if events.excess != nil, !isDone { throw .badResponse(.eventTooLarge) }
    } catch {
      failure = error
    }
    return deltas
  }

  /// Returns the whole answer, once the body has ended or `isDone`.
  /// - Throws: `failure`, or `brokenStream` if the stream announced neither its end nor a finish reason.
  package func finished() throws(LanguageModelError) -> ChatCompletion {
    if let failure { throw failure }
    guard isDone || hasFinishReason else { throw .brokenStream }
    var whole = completion
    whole.toolCalls = try tools.calls()
    return whole
  }

  /// The text so far.
  package var text: String { completion.text }

  private mutating func received(_ event: ServerSentEvent, into deltas: inout [ChatDelta]) throws(LanguageModelError) {
    if event.data == "[DONE]" {
      isDone = true
      return
    }
    guard let value = try? JSONValue(parsing: event.data.utf8), value.objectValue != nil else {
      throw .badResponse(.notJSON)
    }
    if let error = value["error"], !error.isNull { throw EndpointProblem(error, secret: secret).errorInStream }
    if let usage = Self.usage(value["usage"]) { completion.usage = usage }
    // Some endpoints send events of their own. One choice was requested, so others are ignored.
    for choice in value["choices"]?.arrayValue ?? [] where (choice["index"]?.integerValue ?? 0) == 0 {
      try received(choice: choice, into: &deltas)
    }
  }

  private mutating func received(choice: JSONValue, into deltas: inout [ChatDelta]) throws(LanguageModelError) {
    for member in ["content", "refusal"] {
      guard let text = choice["delta"]?[member]?.stringValue, !text.isEmpty else { continue }
      completion.text += text
      deltas.append(.text(text))
    }
    for fragment in choice["delta"]?["tool_calls"]?.arrayValue ?? [] { try tools.received(fragment) }
    if let reason = choice["finish_reason"]?.stringValue {
      hasFinishReason = true
      completion.finish = ChatCompletion.Finish(reason)
    }
  }

  private static func usage(_ value: JSONValue?) -> TokenUsage? {
    guard let input = value?["prompt_tokens"]?.integerValue, let output = value?["completion_tokens"]?.integerValue
    else { return nil }
    return TokenUsage(input: Int(clamping: input), output: Int(clamping: output))
  }
}
