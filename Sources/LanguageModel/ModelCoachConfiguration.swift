/// Which coach answers, and how a language model is reached.
package struct ModelCoachConfiguration: Sendable, Equatable {
  /// `builtin`, or `openai`: an endpoint with OpenAI's chat completions.
  package var provider = Provider.builtin
  package var baseURL = "https://api.openai.com/v1"
  /// The model's name at the endpoint.
  package var model = ""
  /// nil sends none, as local models want it.
  package var apiKey: Secret?
  package var timeouts = ModelTimeouts()
  package var limits = ModelLimits()
  package var retries = ModelRetries()
  /// The longest answer, in tokens.
  package var maxTokens = 1024
  package var tokenLimitField = TokenLimitField.maxTokens
  /// Tokens that instructions, conversation and tools of a request may take, estimated.
  package var contextTokens = 8192
  package var price = ModelPrice()
  /// What one user's answers may cost a day (UTC), in the currency of `price`; nil is no cap.
  package var dailyBudget: Double?
  /// A file of certificates (PEM) to trust instead of the system's.
  package var certificateFile: String?
  /// Hosts that are reached without the environment's proxy, instead of those that `no_proxy` names; `*` is every host.
  package var noProxy: String?

  package init() {}

  package enum Provider: String, Sendable, CaseIterable {
    case builtin, openai
  }

  /// Everything that keeps an endpoint from being asked, each with the setting's name under `coach`.
  package var problems: [(setting: String, problem: String)] {
    var found: [(setting: String, problem: String)] = []
    func require(_ isGood: Bool, _ setting: String, _ problem: String) {
      if !isGood { found.append((setting, problem)) }
    }
    require(
      EndpointAddress(base: baseURL) != nil, "base_url", "must be http:// or https://, a host and a path without query")
    require((1...200).contains(model.utf8.count), "model", "must name the model, in at most 200 bytes")
    require((1...1_000_000).contains(maxTokens), "max_tokens", "must be 1 to 1000000")
    require((1024...10_000_000).contains(contextTokens), "context_tokens", "must be 1024 to 10000000")
    require(price.isValid, "price", "must be 0 to 1000000 for a million tokens")
    require(dailyBudget.map { $0 >= 0 && $0 <= 1_000_000 } ?? true, "daily_budget", "must be 0 to 1000000")
    for (name, duration) in timeouts.all {
      require(duration > .zero && duration <= .seconds(86400), name, "must be longer than nothing and at most a day")
    }
    require((1...256).contains(limits.maxConcurrent), "max_concurrent", "must be 1 to 256")
    return found
  }
}

/// How long the steps of an answer may take.
package struct ModelTimeouts: Sendable, Equatable {
  /// Name, connection, proxy and TLS.
  package var connect = Duration.seconds(10)
  /// From the connection to the first byte of the answer's body; some models think first.
  package var firstByte = Duration.seconds(60)
  /// Between two bytes of the body.
  package var betweenBytes = Duration.seconds(30)
  /// The whole, with the wait for a thread and all tries.
  package var total = Duration.seconds(180)

  package init() {}

  var all: [(name: String, duration: Duration)] {
    [
      ("connect_timeout", connect), ("first_byte_timeout", firstByte), ("idle_timeout", betweenBytes),
      ("timeout", total),
    ]
  }
}

/// What one answer, and all together, may take.
package struct ModelLimits: Sendable, Equatable {
  /// Bytes of an answer as they come over the wire; a token takes about 250 of them.
  package var maxResponseBytes = 8 << 20
  /// Answers at a time, each with a thread.
  package var maxConcurrent = 8
  /// Requests that may wait for one of them.
  package var maxWaiting = 64

  package init() {}
}

/// What is tried again, as long as nothing of an answer was delivered.
package struct ModelRetries: Sendable, Equatable {
  /// Tries beside the first one.
  package var count = 3
  /// The wait before the second try; it doubles from try to try, each half of it at random.
  package var firstDelay = Duration.milliseconds(500)
  package var maxDelay = Duration.seconds(8)
  /// The longest wait that an endpoint can ask for by Retry-After; where it wants more, there is no other try.
  package var maxRetryAfter = Duration.seconds(20)

  package init() {}
}
