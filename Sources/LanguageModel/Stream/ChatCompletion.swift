/// A piece of an answer, in the order in which the model writes it.
package enum ChatDelta: Sendable, Equatable {
  /// More text; never empty.
  case text(String)
}

/// A whole answer.
package struct ChatCompletion: Sendable, Equatable {
  /// All pieces of text joined.
  package var text = ""
  /// The tools to call before the model goes on, in its order.
  package var toolCalls: [ToolCall] = []
  package var finish = Finish.stop
  /// nil where the endpoint did not say.
  package var usage: TokenUsage?

  package init() {}

  /// Why the model stopped.
  package enum Finish: Sendable, Equatable {
    case stop
    /// The answer reached its longest length.
    case length
    case toolCalls
    /// The endpoint kept the rest back.
    case contentFilter
    /// Another reason, 64 bytes of it.
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
