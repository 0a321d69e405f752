package import JSONCodec

/// Answers of an endpoint with chat completions, in pieces that tests put together.
extension StubServer.Step {
  /// The head of a streamed answer, whose body comes in chunks.
  package static let streamHead = head(
    200, ["Content-Type: text/event-stream; charset=utf-8", "Transfer-Encoding: chunked"])

  /// The head of a response with `fields` as lines.
  package static func head(_ status: Int, _ fields: [String]) -> StubServer.Step {
    text((["HTTP/1.1 \(status) Status"] + fields).joined(separator: "\r\n") + "\r\n\r\n")
  }

  /// Bytes as they are.
  package static func text(_ text: String) -> StubServer.Step { .send(Array(text.utf8)) }

  /// One chunk of the body.
  package static func chunk(_ text: String) -> StubServer.Step {
    .text(String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n")
  }

  /// One event with JSON, as a chunk.
  package static func event(_ value: JSONValue) -> StubServer.Step { chunk("data: \(value.text)\n\n") }

  /// A piece of text.
  package static func delta(_ text: String) -> StubServer.Step {
    event(["choices": [["index": 0, "delta": ["content": .string(text)], "finish_reason": nil]]])
  }

  /// The end of a body in chunks.
  package static let lastChunk = text("0\r\n\r\n")

  /// The events after the text, and the end of the body.
  package static func ending(_ reason: String = "stop", usage: (input: Int64, output: Int64)? = nil) -> [StubServer
    .Step]
  {
    var steps = [event(["choices": [["index": 0, "delta": [:], "finish_reason": .string(reason)]]])]
    if let usage {
      let counts: JSONValue = ["prompt_tokens": .integer(usage.input), "completion_tokens": .integer(usage.output)]
      steps.append(event(["choices": [], "usage": counts]))
    }
    return steps + [chunk("data: [DONE]\n\n"), lastChunk]
  }

  /// A whole answer that is no stream.
  package static func whole(_ status: Int, _ fields: [String] = [], body: String = "{}") -> StubServer.Step {
    let all = ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"] + fields
    return text((["HTTP/1.1 \(status) Status"] + all).joined(separator: "\r\n") + "\r\n\r\n" + body)
  }
}

extension [StubServer.Step] {
  /// A streamed answer of these words.
  package static func answer(_ words: String..., usage: (input: Int64, output: Int64)? = nil) -> Self {
    [.streamHead] + words.map { .delta($0) } + StubServer.Step.ending(usage: usage)
  }
}
