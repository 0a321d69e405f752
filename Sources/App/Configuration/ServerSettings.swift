import API
import Accounts
import Chat
import Consultations
import Crypto
import Documentation
import Foods
import HTTPCodec
import HTTPServer
import Jobs
import LanguageModel
import Logging
import Meals
import Net
import Realtime
import Storage
import StoragePostgres
import Sync
import Templates

/// The values of all settings, initially the defaults. `SettingsTable` assigns each to its key.
package struct ServerSettings: Sendable {
  /// `HOST:PORT`, port 0 for any free one; `unix:/PATH`; or `systemd`.
  package var listen = "127.0.0.1:8000"
  /// The folder of the database and the signing key.
  package var dataFolder = "./data"
  /// Whether the documented accounts are created. For development only.
  package var isDevelopment = false
  /// Whether limits on rates and connections are lifted. For development only.
  var isRelaxed = false
  /// Event loops; 0 is one for each core.
  package var loops = 0
  /// Threads that hash passwords; 0 is one for every two cores, at least 1 and at most 4.
  package var hashThreads = 0
  /// The time limit of a stop.
  package var grace: Duration = .seconds(10)
  /// The time during which `/ready` answers 503 before connections are refused; at most half of `grace`.
  package var readyDelay: Duration = .zero

  var http = HTTPConfiguration()
  var webSocket = WebSocketConfiguration()
  var realtime = RealtimeConfiguration()
  var accounts = AccountsService.Configuration()
  /// The engine that keeps the data.
  var storageEngine = StorageEngineName.sqlite
  var storage = SQLiteConfiguration()
  var postgres = PostgresConfiguration(url: "")
  var bus = BusConfiguration()
  /// The time limit of a client's query and of a search in chat; nil for no limit. Commands have none.
  var queryTimeout: Duration? = .seconds(5) { didSet { chat.searchTimeout = queryTimeout } }
  var meals = MealsService.Configuration()
  var sync = SyncConfiguration()
  var workers = WorkerPool.Configuration()
  var limits = Limits.Configuration()
  var foods = FoodsService.Configuration()
  var templates = TemplatesService.Configuration()
  var consultations = ConsultationsConfiguration()
  var chat = ChatConfiguration()
  /// The coach and the endpoint of the language model.
  var model = {
    var configuration = ModelCoachConfiguration()
    configuration.timeouts.total = .seconds(600)
    return configuration
  }()
  /// The reader of meals: the built-in parser, or the model of `model`.
  var mealsProvider = ModelCoachConfiguration.Provider.builtin
  /// The time limit of the model, after which the built-in parser reads the meal.
  var mealsModelTimeout: Duration = .seconds(8)
  /// The workers that write the coach's answers.
  var answers = {
    var configuration = WorkerPool.Configuration()
    configuration.concurrency = 8
    configuration.timeout = .seconds(600)
    return configuration
  }()

  /// The path of a PEM file with the certificate and its chain. Plain HTTP if this and `tlsKey` are empty.
  var tlsCertificate = ""
  var tlsKey = ""
  /// Networks of proxies, or `unix`.
  var trustedProxies: [String] = [] {
    didSet {
      http.proxies.trustsUnixPeers = trustedProxies.contains("unix")
      http.proxies.trusted = trustedProxies.compactMap(IPNetwork.init)
    }
  }

  /// Origins whose pages may read REST responses.
  var corsOrigins: [String] = []
  /// Origins whose pages may open sockets, in addition to the server's own.
  var socketOrigins: [String] = []
  /// Valid values of `X-API-Key`; empty: the field is ignored.
  var apiKeys: [String] = []
  /// The HS256 key; empty: the one in the data folder.
  var signingKey = ""
  /// The path of a JWK set whose keys sign access tokens of another issuer; empty: none.
  var jwkSetFile = ""
  /// The required `iss` of those tokens; empty: any.
  var jwkIssuer = ""
  /// The required `aud` of those tokens; empty: tokens with an audience are refused.
  var jwkAudience = ""
  /// The bearer token that is sent to the language model; empty: none.
  var modelKey = "" { didSet { model.apiKey = Secret(modelKey) } }
  /// `iss` of tokens.
  var issuer = "hearth"
  /// The switch of the route `/metrics`.
  var metricsEnabled = true
  /// The switch of the API documents.
  var docsEnabled = true
  /// The switch of the console as it is set; `consoleEnabled` is the one in use.
  var isConsoleEnabled = false
  var logLevel = Logger.Level.info
  /// JSON lines instead of text.
  var logsJSON = false
  /// Whether the tables of the meal parser and the safety rules are built at the start instead of at their first use.
  var buildsTablesAtStart = true

  /// Returns workers that call `prepare` before they claim jobs, unless tables are built at their first use.
  func preparing(
    _ workers: WorkerPool.Configuration, _ prepare: @escaping @Sendable () -> Void
  ) -> WorkerPool.Configuration {
    var workers = workers
    if buildsTablesAtStart { workers.prepare = prepare }
    return workers
  }

  /// The values that a file, the environment or a flag sets, by key.
  var given: [String: SettingValue] = [:]
  /// Conspicuous parts of the configuration that are not errors.
  var warnings: [ConfigurationProblem] = []

  /// The defaults of all settings.
  package init() {}

  /// The parts of the API documents that depend on the configuration.
  var described: DescribedServer {
    DescribedServer(
      version: HearthCommand.version, basePath: http.basePath.text, requiresAPIKey: apiKeys.contains { !$0.isEmpty },
      writesPerMinute: limits.writesPerMinute)
  }

  /// Whether the console exists: by default on a development server only.
  var consoleEnabled: Bool { given["console.enabled"] == nil ? isDevelopment : isConsoleEnabled }

  /// The settings of accounts that a server uses. A development server has no limit of sign-ups unless one is set. A hash
  /// keeps a core busy for 0.1 s, so half of the cores stay free for everything else.
  var serverAccounts: AccountsService.Configuration {
    var configuration = accounts
    if isDevelopment, given["auth.signups_per_hour"] == nil { configuration.signUpsPerHour = 0 }
    let cores = ProcessEnvironment.processorCount
    configuration.hashThreads = hashThreads > 0 ? hashThreads : min(4, max(1, cores / 2))
    return configuration
  }
}

// MARK: - Values as the settings table reads and writes them

extension ServerSettings {
  /// The threads of both engines.
  var storageReaders: Int {
    get { storage.readers }
    set {
      storage.readers = newValue
      postgres.readers = newValue
    }
  }

  /// Empty for none.
  var storagePasswordFile: String {
    get { postgres.passwordFile ?? "" }
    set { postgres.passwordFile = newValue.isEmpty ? nil : newValue }
  }

  /// Octal, with a leading zero.
  var socketPermissions: String {
    get {
      let digits = String(http.socketMode, radix: 8)
      return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    set { http.socketMode = UInt32(newValue, radix: 8) ?? http.socketMode }
  }

  var basePath: String {
    get { http.basePath.text }
    set { http.basePath = BasePath(newValue) ?? http.basePath }
  }

  var coachWorkers: Int {
    get { answers.concurrency }
    set {
      answers.concurrency = newValue
      model.limits.maxConcurrent = newValue
    }
  }

  var coachTimeout: Duration {
    get { answers.timeout }
    set {
      answers.timeout = newValue
      model.timeouts.total = newValue
    }
  }

  /// nil sets a price of 0.
  var inputPrice: Double? {
    get { model.price.input }
    set { model.price.input = newValue ?? 0 }
  }

  /// nil sets a price of 0.
  var outputPrice: Double? {
    get { model.price.output }
    set { model.price.output = newValue ?? 0 }
  }
}

// MARK: - Origins

/// Pages of this machine are allowed in development, on any port.
extension ServerSettings {
  var corsPolicy: CORSPolicy { CORSPolicy(AllowedOrigins(corsOrigins, allowsLoopback: isDevelopment)) }

  var originPolicy: OriginPolicy { OriginPolicy(AllowedOrigins(socketOrigins, allowsLoopback: isDevelopment)) }
}

// MARK: - Development

extension ServerSettings {
  /// Settings that need the development mode; empty if it is on.
  var developmentProblems: [ConfigurationProblem] {
    guard isRelaxed, !isDevelopment else { return [] }
    return [
      ConfigurationProblem(
        key: "relaxed", origin: "without dev", text: "limits can be lifted in development mode only (--dev --relaxed)")
    ]
  }
}

// MARK: - Tests

#if DEBUG
  extension ServerSettings {
    /// Adapts a server to the tests that start it: each transaction runs twice, which shows that it is repeatable; passwords are
    /// hashed at the lowest cost, and tables that a test may not use are built at their first use, because the tests start
    /// hundreds of servers.
    mutating func adaptToTests() {
      storage.repeatsBodies = true
      accounts.hashLogN = PasswordHash.lowestLogN
      buildsTablesAtStart = false
    }
  }
#endif

// MARK: - Language model

extension ServerSettings {
  /// The model client of meals. It has threads of its own, so that meals do not wait for the coach's long answers, and one
  /// retry at most, because the built-in parser can read the meal.
  var mealModel: ModelCoachConfiguration {
    var configuration = model
    configuration.timeouts.total = mealsModelTimeout
    configuration.limits.maxConcurrent = workers.concurrency
    configuration.retries.count = 1
    return configuration
  }

  /// Invalid combinations of the model's settings; empty if neither coach nor meals use a model.
  var modelProblems: [ConfigurationProblem] {
    var problems: [ConfigurationProblem] = []
    let users = [("coach.provider", model.provider), ("meals.provider", mealsProvider)]
    if let user = users.first(where: { $0.1 == .openai }) {
      problems += model.problems.map {
        ConfigurationProblem(
          key: "coach.\($0.setting)", origin: "required by \(user.0) openai",
          text: "\(shown("coach.\($0.setting)"))\($0.problem)")
      }
    }
    if mealsProvider == .openai, !(mealsModelTimeout > .zero && mealsModelTimeout < workers.timeout) {
      problems.append(
        ConfigurationProblem(
          key: "meals.model_timeout", origin: "required by meals.provider openai",
          text: "\(mealsModelTimeout) must be longer than 0s and shorter than meals.timeout (\(workers.timeout))"))
    }
    return problems
  }

  /// The value in use followed by a space, for messages; empty for a secret or a key that is not in the table.
  private func shown(_ key: String) -> String {
    guard let setting = SettingsTable.byKey[key], !setting.isSecret else { return "" }
    switch setting.get(self) {
    case .text(let text): return "\(text.debugDescription) "
    case .integer(let number): return "\(number) "
    case .duration(let duration): return "\(duration) "
    default: return ""
    }
  }
}
