/// The choice between the built-in coach and a language model, and the endpoint of the model.
package struct ModelCoachConfiguration: Sendable, Equatable {
  /// `builtin`, or `openai`: an endpoint with OpenAI's chat completions.
  package var provider = Provider.builtin
  /// The address without `/chat/completions`, in the form of `EndpointAddress`.
  package var baseURL = "https://api.openai.com/v1"
  /// The model's name at the endpoint.
  package var model = ""
  /// The bearer token; nil sends none, which local models expect.
  package var apiKey: Secret?
  /// The time limits of a request.
  package var timeouts = ModelTimeouts()
  /// The limits on size and concurrency.
  package var limits = ModelLimits()
  /// The rules for repeated attempts.
  package var retries = ModelRetries()
  /// The maximum length of an answer, in tokens.
  package var maxTokens = 1024
  /// The member of the request that carries `maxTokens`.
  package var tokenLimitField = TokenLimitField.maxTokens
  /// The maximum of instructions, conversation and tools of a request, in estimated tokens.
  package var contextTokens = 8192
  /// The price of tokens, for budgets.
  package var price = ModelPrice()
  /// The cap on one user's spending per day (UTC), in the currency of `price`; nil means no cap.
  package var dailyBudget: Double?
  /// A file of trusted certificates (PEM) that replaces those of the system.
  package var certificateFile: String?
  /// Hosts that are connected to without the proxy of the environment; replaces `no_proxy`. `*` is every host.
  package var noProxy: String?

  /// Creates the default configuration: the built-in coach.
  package init() {}

  /// The author of the answers.
  package enum Provider: String, Sendable, CaseIterable {
    case builtin, openai
  }

  /// All invalid settings, by their names under `coach`. Empty if the endpoint can be used.
  package var problems: [(setting: String, problem: String)] {
    var found: [(setting: String, problem: String)] = []
    func require(_ isValid: Bool, _ setting: String, _ problem: String) {
      if !isValid { found.append((setting, problem)) }
    }
    require(
      EndpointAddress(base: baseURL) != nil, "base_url", "must be http:// or https://, a host and a path without query")
    require((1...200).contains(model.utf8.count), "model", "must name the model, in at most 200 bytes")
    require((1...1_000_000).contains(maxTokens), "max_tokens", "must be 1 to 1000000")
    require((1024...10_000_000).contains(contextTokens), "context_tokens", "must be 1024 to 10000000")
    require(price.isValid, "price", "must be 0 to 1000000 for a million tokens")
    require(dailyBudget.map { $0 >= 0 && $0 <= 1_000_000 } ?? true, "daily_budget", "must be 0 to 1000000")
    for (name, duration) in timeouts.all {
      require(duration > .zero && duration <= .seconds(86400), name, "must be greater than 0 and at most one day")
    }
    require((1...256).contains(limits.maxConcurrent), "max_concurrent", "must be 1 to 256")
    return found
  }
}

/// The time limits of one request.
package struct ModelTimeouts: Sendable, Equatable {
  /// Name resolution, connection, proxy and TLS handshake.
  package var connect = Duration.seconds(10)
  /// From the connection to the first byte of the response body. Some models reason for long before they answer.
  package var firstByte = Duration.seconds(60)
  /// Between two bytes of the body.
  package var betweenBytes = Duration.seconds(30)
  /// The whole request, with the wait for a worker and all attempts.
  package var total = Duration.seconds(180)

  /// Creates the default limits.
  package init() {}

  var all: [(name: String, duration: Duration)] {
    [
      ("connect_timeout", connect), ("first_byte_timeout", firstByte), ("idle_timeout", betweenBytes),
      ("timeout", total),
    ]
  }
}

/// The limits on the size of one response and on concurrent requests.
package struct ModelLimits: Sendable, Equatable {
  /// The maximum size of a response body, in bytes. A streamed token takes about 250.
  package var maxResponseBytes = 8 << 20
  /// The maximum number of concurrent requests; each has a thread.
  package var maxConcurrent = 8
  /// The maximum number of requests that wait for a thread.
  package var maxWaiting = 64

  /// Creates the default limits.
  package init() {}
}

/// The rules for repeated attempts. An attempt that has delivered a part of its answer is never repeated.
package struct ModelRetries: Sendable, Equatable {
  /// The maximum number of attempts after the first one.
  package var count = 3
  /// The delay before the second attempt. It doubles with each attempt; half of it is random.
  package var firstDelay = Duration.milliseconds(500)
  /// The maximum delay between attempts.
  package var maxDelay = Duration.seconds(8)
  /// The maximum delay that an endpoint can request by `Retry-After`. If it requests more, there is no further attempt.
  package var maxRetryAfter = Duration.seconds(20)

  /// Creates the default rules.
  package init() {}
}
