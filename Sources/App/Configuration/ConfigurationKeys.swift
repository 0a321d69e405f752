import Accounts
import Chat
import Consultations
import Foods
import HTTPCodec
import Jobs
import LanguageModel
import Logging
import Meals
import Net
import Realtime
import Storage
import Sync
import Templates
import Web

extension ConfigurationKey {
  /// Every setting there is. File, environment, flags and the example file are read by this table alone.
  static let all: [ConfigurationKey] =
    server + transport + http + webSocket + accounts + coach + model + chat + rest + sync + limits

  private static let server: [ConfigurationKey] = [
    .parsed("listen.address", "HOST:PORT, unix:/PATH (at most 107 bytes) or systemd", listenAddress) {
      $0.listen = $1
    },
    .parsed("listen.unix_mode", "permission bits like \"0660\"", permissionBits) { $0.http.socketMode = $1 },
    .text("data.folder") { $0.dataFolder = $1 },
    .flag("dev") { $0.isDevelopment = $1 },
    .duration("shutdown.grace") { $0.grace = $1 },
    .duration("shutdown.ready_delay") { $0.readyDelay = $1 },
    .text("log.level", .choice(Logger.Level.allCases.map(\.rawValue))) {
      $0.logLevel = Logger.Level(rawValue: $1) ?? .info
    },
    .text("log.format", .choice(["text", "json"])) { $0.logsJSON = $1 == "json" },
    .flag("metrics.enabled") { $0.metricsEnabled = $1 },
  ]

  private static let transport: [ConfigurationKey] = [
    .text("tls.certificate") { $0.tlsCertificate = $1 },
    .text("tls.key") { $0.tlsKey = $1 },
    .duration("tls.handshake_timeout") { $0.http.handshakeTimeout = $1 },
    .list("proxy.trusted", .parsedList("a list of networks like \"10.0.0.0/8\" or \"::1\", or \"unix\"", isProxy)) {
      $0.http.proxies.trustsUnixPeers = $1.contains("unix")
      $0.http.proxies.trusted = $1.compactMap(IPNetwork.init)
    },
    .text("proxy.field", .choice(ProxyPolicy.Field.allCases.map(\.rawValue))) {
      $0.http.proxies.field = ProxyPolicy.Field(rawValue: $1) ?? .xForwardedFor
    },
    .parsed("http.base_path", "a path like \"/hearth\" of letters, digits and -._~", BasePath.init) {
      $0.http.basePath = $1
    },
  ]

  @Sendable private static func listenAddress(_ text: String) -> String? { ListenAddress(text).map { _ in text } }

  private static let origins = ConfigurationKind.parsedList(
    "a list of origins (scheme://host[:port]) or \"*\"", AllowedOrigins.isValid)

  @Sendable private static func isProxy(_ text: String) -> Bool { text == "unix" || IPNetwork(text) != nil }

  /// Octal, at most 0777.
  @Sendable private static func permissionBits(_ text: String) -> UInt32? {
    guard (3...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
    return UInt32(text, radix: 8).flatMap { $0 <= 0o777 ? $0 : nil }
  }

  private static let http: [ConfigurationKey] = [
    .integer("http.loops", 0...256) { $0.loops = $1 },
    .size("http.max_request_line") { $0.http.limits.maxRequestLineBytes = $1 },
    .integer("http.max_headers", 1...10_000) { $0.http.limits.maxHeaderCount = $1 },
    .size("http.max_header_bytes") { $0.http.limits.maxHeaderBytes = $1 },
    .size("http.max_body") { $0.http.limits.maxBodyBytes = $1 },
    .duration("http.header_timeout") { $0.http.headerTimeout = $1 },
    .duration("http.body_timeout") { $0.http.bodyTimeout = $1 },
    .duration("http.idle_timeout") { $0.http.idleTimeout = $1 },
    .integer("http.max_connections", 1...1_000_000) { $0.http.maxConnections = $1 },
    .integer("http.max_connections_per_address", 0...1_000_000) { $0.http.maxConnectionsPerAddress = $1 },
    .list("cors.allowed_origins", origins) { $0.corsOrigins = $1 },
  ]

  private static let webSocket: [ConfigurationKey] = [
    .size("websocket.max_message") { $0.webSocket.maxMessageBytes = $1 },
    .size("websocket.max_queue") { $0.webSocket.maxQueuedBytes = $1 },
    .flag("websocket.permessage_deflate") { $0.webSocket.permessageDeflate = $1 },
    .duration("websocket.ping_interval") { $0.webSocket.pingInterval = $1 },
    .duration("websocket.close_timeout") { $0.webSocket.closeTimeout = $1 },
    .duration("websocket.idle_timeout") { $0.realtime.idleTimeout = $1 },
    .integer("websocket.max_connections_per_user", 1...100) { settings, count in
      for type in ["meal_logs", "nutrition"] { settings.realtime.maxConnectionsPerUser[type] = count }
    },
    .text("websocket.connections_policy", .choice(["replace", "reject"])) {
      $0.realtime.limitPolicy = $1 == "reject" ? .reject : .replace
    },
    .integer("websocket.connections_per_minute", 1...100_000) { $0.realtime.connectionsPerMinute = $1 },
    .integer("websocket.failures_per_minute", 0...100_000) { $0.realtime.failuresPerMinute = $1 },
    .duration("websocket.sweep_interval") { $0.realtime.sweepInterval = $1 },
    .duration("websocket.sweep_age") { $0.realtime.sweepAge = $1 },
    .duration("websocket.ping_flush_interval") { $0.realtime.pingFlushInterval = $1 },
    .duration("websocket.event_retention") { $0.realtime.eventRetention = $1 },
    .list("websocket.allowed_origins", origins) { $0.socketOrigins = $1 },
    .text("websocket.quantity", .choice(["text", "number"])) {
      $0.realtime.options.quantityAsNumber = $1 == "number"
    },
  ]

  private static let accounts: [ConfigurationKey] = [
    .list("auth.api_keys", .secretList) { $0.apiKeys = $1 },
    .text("auth.signing_key", .secret) { $0.signingKey = $1 },
    .text("auth.issuer") { $0.issuer = $1 },
    .text("auth.jwk_set_file") { $0.jwkSetFile = $1 },
    .text("auth.jwk_issuer") { $0.jwkIssuer = $1 },
    .text("auth.jwk_audience") { $0.jwkAudience = $1 },
    .text("auth.external_accounts", .choice(ExternalAccounts.allCases.map(\.rawValue))) {
      $0.accounts.externalAccounts = ExternalAccounts(rawValue: $1) ?? .link
    },
    .duration("auth.access_token_ttl") { $0.accounts.accessLifetime = $1 == .zero ? nil : $1 },
    .duration("auth.refresh_token_ttl") { $0.accounts.refreshLifetime = $1 == .zero ? nil : $1 },
    .integer("auth.login_attempts", 1...1_000_000) { $0.accounts.loginAttempts = $1 },
    .integer("auth.address_attempts", 1...1_000_000) { $0.accounts.addressAttempts = $1 },
    .integer("auth.account_attempts", 1...1_000_000) { $0.accounts.accountAttempts = $1 },
    .duration("auth.max_account_delay") { $0.accounts.maxAccountDelay = $1 },
    .duration("auth.login_window") { $0.accounts.loginWindow = $1 },
    .integer("auth.hash_threads", 0...64) { $0.hashThreads = $1 },
    .text("auth.signup", .choice(SignUpMode.allCases.map(\.rawValue))) {
      $0.accounts.signUp = SignUpMode(rawValue: $1) ?? .closed
    },
    .integer("auth.signups_per_hour", 0...1_000_000) { $0.accounts.signUpsPerHour = $1 },
  ]

  private static let coach: [ConfigurationKey] = [
    .integer("consultations.max_active", 1...10_000) { $0.consultations.maxActive = $1 },
    .integer("consultations.messages_per_minute", 1...100_000) { $0.consultations.messagesPerMinute = $1 },
    .integer("consultations.max_message", 1...16_000) { $0.consultations.maxMessage = $1 },
    .integer("consultations.max_waiting", 1...1000) { $0.consultations.maxWaiting = $1 },
    .integer("consultations.max_connections", 1...100) {
      $0.realtime.maxConnectionsPerUser["consultation"] = $1
    },
    .text("consultations.metadata", .choice(["object", "base64"])) {
      $0.realtime.options.metadataAsBase64 = $1 == "base64"
    },
    .integer("templates.max_per_user", 1...1_000_000) { $0.templates.maxPerUser = $1 },
    .integer("foods.max_per_user", 1...10_000) { $0.foods.maxPerUser = $1 },
    .integer("foods.cached", 0...1_000_000) { $0.foods.cachedFoods = $1 },
  ]

  private static let model: [ConfigurationKey] = [
    .text("coach.provider", .choice(ModelCoachConfiguration.Provider.allCases.map(\.rawValue))) {
      $0.model.provider = ModelCoachConfiguration.Provider(rawValue: $1) ?? .builtin
    },
    .duration("coach.word_interval") { $0.consultations.wordInterval = $1 },
    .integer("coach.workers", 1...256) { settings, count in
      settings.answers.concurrency = count
      settings.model.limits.maxConcurrent = count
    },
    .duration("coach.timeout") { settings, time in
      settings.answers.timeout = time
      settings.model.timeouts.total = time
    },
    .text("coach.base_url") { $0.model.baseURL = $1 },
    .text("coach.model") { $0.model.model = $1 },
    .parsed("coach.api_key", "up to 4096 visible ASCII characters", optionalSecret) { $0.model.apiKey = $1 },
    .integer("coach.max_tokens", 1...1_000_000) { $0.model.maxTokens = $1 },
    .text("coach.token_limit_field", .choice(TokenLimitField.allCases.map(\.rawValue))) {
      $0.model.tokenLimitField = TokenLimitField(rawValue: $1) ?? .maxTokens
    },
    .integer("coach.context_tokens", 1024...10_000_000) { $0.model.contextTokens = $1 },
    .duration("coach.connect_timeout") { $0.model.timeouts.connect = $1 },
    .duration("coach.first_byte_timeout") { $0.model.timeouts.firstByte = $1 },
    .duration("coach.idle_timeout") { $0.model.timeouts.betweenBytes = $1 },
    .parsed("coach.price_input", "an amount like \"0.50\"", amount) { $0.model.price.input = $1 ?? 0 },
    .parsed("coach.price_output", "an amount like \"0.50\"", amount) { $0.model.price.output = $1 ?? 0 },
    .parsed("coach.daily_budget", "an amount like \"0.50\", or nothing", amount) { $0.model.dailyBudget = $1 },
  ]

  private static let chat: [ConfigurationKey] = [
    .integer("chat.max_content", 1...16_000) { $0.chat.maxContent = $1 },
    .integer("chat.messages_per_minute", 0...100_000) { $0.chat.messagesPerMinute = $1 },
    .integer("chat.signals_per_minute", 0...100_000) { $0.chat.signalsPerMinute = $1 },
    .integer("chat.max_rooms_per_user", 0...1_000_000) { $0.chat.maxRoomsPerUser = $1 },
    .integer("chat.max_members", 1...1_000_000) { $0.chat.maxMembers = $1 },
    .integer("chat.max_page", 1...1000) { $0.chat.maxPage = $1 },
    .integer("chat.search_depth", 1...100_000_000) { $0.chat.searchDepth = $1 },
    .size("chat.max_queue") { $0.chat.maxQueuedBytes = $1 },
    .integer("chat.max_waiting", 1...1_000_000) { $0.chat.maxWaiting = $1 },
    .integer("chat.max_connections", 1...100) { $0.realtime.maxConnectionsPerUser["chat"] = $1 },
    .integer("chat.connections_per_minute", 1...100_000) { $0.realtime.connectionsPerMinuteByType["chat"] = $1 },
  ]

  /// Nothing is no secret.
  private static func optionalSecret(_ text: String) -> Secret?? {
    if text.isEmpty { return .some(nil) }
    return Secret(text).map(Optional.some)
  }

  /// An amount of money from 0 to a million; nothing is none.
  private static func amount(_ text: String) -> Double?? {
    if text.isEmpty { return .some(nil) }
    guard let value = Double(text), (0...1_000_000).contains(value) else { return nil }
    return .some(value)
  }

  private static let sync: [ConfigurationKey] = [
    .integer("sync.max_connections", 1...1000) { $0.realtime.maxConnectionsPerUser["mobile_sync"] = $1 },
    .integer("sync.connections_per_minute", 1...100_000) {
      $0.realtime.connectionsPerMinuteByType["mobile_sync"] = $1
    },
    .integer("sync.failures_per_minute", 1...100_000) { $0.sync.failuresPerMinute = $1 },
    .integer("sync.messages_per_minute", 1...100_000) { $0.sync.messagesPerMinute = $1 },
    .integer("sync.batches_per_minute", 1...100_000) { $0.sync.batchesPerMinute = $1 },
    .integer("sync.max_batch_items", 1...10_000) { $0.sync.maxBatchItems = $1 },
    .size("sync.max_item") { $0.sync.maxItemBytes = $1 },
    .integer("sync.max_items_per_user", 1...100_000_000) { $0.sync.maxItems = $1 },
    .integer("sync.max_pending_meals", 1...1_000_000) { $0.meals.maxPendingOfDevices = $1 },
    .integer("sync.page_items", 1...10_000) { $0.sync.pageItems = $1 },
    .size("sync.page_size") { $0.sync.pageBytes = $1 },
    .duration("sync.key_retention") { $0.sync.keyRetention = $1 },
    .duration("sync.deletion_retention") { $0.sync.deletionRetention = $1 },
  ]

  private static let limits: [ConfigurationKey] = [
    .integer("limits.writes_per_minute", 0...1_000_000) { $0.limits.writesPerMinute = $1 },
    .parsed("limits.bytes_per_user", "a size like \"256MiB\", or \"0\" for no limit", optionalSize) {
      $0.limits.bytesPerUser = $1
    },
  ]

  /// A size; 0 for none.
  @Sendable private static func optionalSize(_ text: String) -> Int? { text == "0" ? 0 : SizeText.read(text) }

  private static let rest: [ConfigurationKey] = [
    .text("storage.synchronous", .choice(["full", "normal"])) {
      $0.storage.synchronous = $1 == "normal" ? .normal : .full
    },
    .integer("storage.readers", 1...64) { $0.storage.readers = $1 },
    .duration("storage.query_timeout") { settings, time in
      settings.queryTimeout = time == .zero ? nil : time
      settings.chat.searchTimeout = settings.queryTimeout
    },
    .integer("meals.max_pending_per_user", 1...100_000) { $0.meals.maxPendingPerUser = $1 },
    .duration("meals.key_retention") { $0.meals.keyRetention = $1 },
    .text("meals.provider", .choice(ModelCoachConfiguration.Provider.allCases.map(\.rawValue))) {
      $0.mealsProvider = ModelCoachConfiguration.Provider(rawValue: $1) ?? .builtin
    },
    .duration("meals.model_timeout") { $0.mealsModelTimeout = $1 },
    .integer("meals.workers", 1...64) { $0.workers.concurrency = $1 },
    .duration("meals.timeout") { $0.workers.timeout = $1 },
    .integer("meals.max_attempts", 1...100) { $0.workers.maxAttempts = $1 },
    .duration("meals.retry_delay") { $0.workers.firstRetry = $1 },
  ]
}
