/// A piece of an answer, in the order of the stream.
package enum ChatDelta: Sendable, Equatable {
  /// More text; never empty.
  case text(String)
}

/// A whole answer.
package struct ChatCompletion: Sendable, Equatable {
  /// All pieces of text joined.
  package var text = ""
  /// The tool calls whose results the model needs to continue, in its order.
  package var toolCalls: [ToolCall] = []
  /// The reason the answer ended.
  package var finish = Finish.stop
  /// nil if the endpoint did not report it.
  package var usage: TokenUsage?

  /// Creates an empty answer.
  package init() {}

  /// The reason an answer ended.
  package enum Finish: Sendable, Equatable {
    /// The answer is complete.
    case stop
    /// The answer reached the maximum length.
    case length
    /// The model requests tool calls.
    case toolCalls
    /// The endpoint withheld the rest.
    case contentFilter
    /// Another reason, cut to 64 bytes.
    case other(String)

    init(_ text: String) {
      switch text {
      case "stop", "end_turn": self = .stop
      case "length", "max_tokens": self = .length
      case "tool_calls", "function_call": self = .toolCalls
      case "content_filter": self = .contentFilter
      default: self = .other(String(decoding: text.utf8.prefix(64), as: UTF8.self))
      }
    }
  }
}
