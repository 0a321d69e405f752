/// The answers of a scripted language model, in the order in which it gives them.
struct ModelScript: Sendable, Equatable {
  var steps: [ModelStep]
  /// Whether the script begins again after all its steps.
  var isRepeated = false
}

/// One answer of a scripted language model. Its parts take effect in the order of the properties.
struct ModelStep: Sendable, Equatable {
  /// A silence within an answer.
  struct Stall: Sendable, Equatable {
    var seconds: Double
    /// The number of tokens before it.
    var after = 0
  }

  /// A failure that the endpoint reports.
  struct Failure: Sendable, Equatable {
    /// 400 to 599.
    var status: Int
    var code = ""
  }

  /// A tool call of the model.
  struct Call: Sendable, Equatable {
    var name: String
    /// A JSON object as text, which the tool may refuse.
    var arguments: String
  }

  /// A text that the user's message must contain, without regard to case; nil for every message.
  var match: String?
  var text = ""
  /// nil for no pause between tokens.
  var tokensPerSecond: Double?
  var stall: Stall?
  /// The number of tokens after which the connection is lost; nil for a complete answer.
  var breakAfter: Int?
  var failure: Failure?
  var call: Call?

  /// Whether the step answers a message.
  func answers(_ message: String) -> Bool { match.map { message.lowercased().contains($0.lowercased()) } ?? true }

  /// The text in tokens: words, each with the white space before it.
  var tokens: [String] {
    var tokens: [String] = []
    var current = ""
    var hasWord = false
    for character in text {
      if character.isWhitespace, hasWord {
        tokens.append(current)
        current = ""
        hasWord = false
      }
      current.append(character)
      if !character.isWhitespace { hasWord = true }
    }
    if !current.isEmpty { tokens.append(current) }
    return tokens
  }
}
