import Coach
import Consultations
import HealthModels
import Jobs
import LanguageModel
import Realtime

/// `coach` and `consultations`.
enum CoachSettings {
  static let all: [Setting] = [
    .choice(
      "coach.provider", "builtin", ModelCoachConfiguration.Provider.allCases, \.model.provider,
      "The built-in coach, or `openai`: an endpoint with OpenAI's chat completions. See [coach](guides/coach.md).",
      danger: "`openai` sends conversations and facts about the user to that endpoint."),
    .duration(
      "coach.word_interval", "15ms", \.consultations.wordInterval, "Delay between two words of the built-in coach."),
    .text(
      "coach.region", "", region, \.consultations.region,
      "Region (ISO 3166-1, `DE`) whose telephone numbers replies to dangers begin with; empty: the numbers of several regions."
    ),
    .text(
      "coach.emergency_number", "", number, \.consultations.ownNumbers.emergency,
      "Replaces the emergency number of the region."),
    .text(
      "coach.poison_number", "", number, \.consultations.ownNumbers.poison, "Replaces poison control of the region."),
    .text(
      "coach.crisis_line", "", number, \.consultations.ownNumbers.crisis, "Replaces the crisis line of the region."),
    .list(
      "coach.topics_off", topic, \.consultations.topicsOff,
      "Topics that the built-in coach does not answer, by their names in `topics.tsv`; safety has no switch."),
    .integer("coach.workers", 8, 1...256, "answers", \.coachWorkers, "Answers that are written at the same time."),
    .duration("coach.timeout", "10m", \.coachTimeout, "Time limit of one answer."),
    .text(
      "coach.base_url", "https://api.openai.com/v1", \.model.baseURL,
      "URL of the endpoint, without `/chat/completions`.",
      danger: "With `http://`, the key and the conversations are sent in plain text."),
    .text("coach.model", "", \.model.model, "Name of the model at the endpoint; required with `openai`."),
    .text(
      "coach.api_key", "", bearer, \.modelKey,
      "Sent as `Authorization: Bearer`. Better kept in a file that `HEARTH_COACH_API_KEY_FILE` names.", isSecret: true),
    .integer("coach.max_tokens", 1024, 1...1_000_000, "tokens", \.model.maxTokens, "Length limit of one answer."),
    .choice(
      "coach.token_limit_field", "max_tokens", TokenLimitField.allCases, \.model.tokenLimitField,
      "The field of the request that carries `coach.max_tokens`; some models require `max_completion_tokens`."),
    .integer(
      "coach.context_tokens", 8192, 1024...10_000_000, "tokens", \.model.contextTokens,
      "Length limit of a request; older turns are summarised."),
    .duration(
      "coach.connect_timeout", "10s", \.model.timeouts.connect, "Time limit of name resolution, connection and TLS."),
    .duration("coach.first_byte_timeout", "60s", \.model.timeouts.firstByte, "Time limit until the answer begins."),
    .duration("coach.idle_timeout", "30s", \.model.timeouts.betweenBytes, "Longest silence within an answer."),
    .amount("coach.price_input", "1", \.inputPrice, "Price of a million tokens that the model reads."),
    .amount("coach.price_output", "1", \.outputPrice, "Price of a million tokens that the model writes."),
    .amount(
      "coach.daily_budget", "", \.model.dailyBudget,
      "Spending limit of one user in a day (UTC), in the currency of the prices; empty: no limit."),
    .integer(
      "consultations.max_active", 10, 1...10_000, "consultations", \.consultations.maxActive,
      "Active consultations of one user; beyond it 429."),
    .integer(
      "consultations.messages_per_minute", 20, 1...100_000, "messages", \.consultations.messagesPerMinute,
      "Messages of one user in a minute; beyond it 429."),
    .integer(
      "consultations.max_message", 5000, 1...16_000, "characters", \.consultations.maxMessage,
      "Length of one message; beyond it 400."),
    .integer(
      "consultations.max_waiting", 10, 1...1000, "messages", \.consultations.maxWaiting,
      "Messages of one consultation that have no answer yet; beyond it 429."),
    .integer(
      "consultations.max_connections", 5, 1...100, "sockets",
      \.consultations.maxConnections,
      "Sockets of one user on one consultation; the oldest is closed."),
    .choice(
      "consultations.metadata", "object", no: "object", yes: "base64", \.consultations.metadataAsBase64,
      "Encoding of templates in events, unless the client sets `?metadata=`."),
  ]

  private static let region = TextForm(name: "one of " + HelpNumbers.byRegion.keys.sorted().joined(separator: ", ")) {
    $0.isEmpty || HelpNumbers.byRegion[$0] != nil
  }
  private static let number = TextForm(name: "a telephone number of at most 60 characters") {
    $0.count <= 60 && !$0.contains(where: \.isNewline)
  }
  private static let topic = TextForm(name: "the name of a topic, such as alcohol") { BuiltInCoach.topics.contains($0) }

  private static let bearer = TextForm(name: "empty or 1 to 4096 visible ASCII characters") {
    $0.isEmpty || Secret($0) != nil
  }
}
