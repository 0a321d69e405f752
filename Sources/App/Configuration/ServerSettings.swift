import Accounts
import Chat
import Consultations
import Foods
import Foundation
import HTTPCodec
import Jobs
import LanguageModel
import Logging
import Meals
import Realtime
import Storage
import Sync
import Templates
import Web

/// Everything that a server can be told, with the defaults; `ConfigurationKey.all` names each by its path.
package struct ServerSettings: Sendable {
  /// `HOST:PORT`, port 0 for any free one; `unix:/PATH`; or `systemd`.
  package var listen = "127.0.0.1:8000"
  /// The folder that keeps everything.
  package var dataFolder = "./data"
  /// Makes the documented accounts, for development only.
  package var isDevelopment = false
  /// Event loops; 0 is one for each core.
  package var loops = 0
  /// Threads that hash passwords; 0 is one for every two cores, at least 1 and at most 4.
  package var hashThreads = 0
  /// How long a stop may take.
  package var grace: Duration = .seconds(10)
  /// How long `/ready` answers 503 before connections are refused; at most half the grace time.
  package var readyDelay: Duration = .zero

  var http = HTTPConfiguration()
  var webSocket = WebSocketConfiguration()
  var realtime = RealtimeConfiguration()
  var accounts = AccountsService.Configuration()
  var storage = SQLiteConfiguration()
  /// The time limit of a client's query; nil for no limit. Commands have none.
  var queryTimeout: Duration? = .seconds(5)
  var meals = MealsService.Configuration()
  var sync = SyncConfiguration()
  var workers = WorkerPool.Configuration()
  var limits = Limits.Configuration()
  var foods = FoodsService.Configuration()
  var templates = TemplatesService.Configuration()
  var consultations = ConsultationsConfiguration()
  var chat = ChatConfiguration()
  /// Which coach answers, and how a language model is reached.
  var model = {
    var configuration = ModelCoachConfiguration()
    configuration.timeouts.total = .seconds(600)
    return configuration
  }()
  /// Who reads meals: the embedded parser, or the model of `model`.
  var mealsProvider = ModelCoachConfiguration.Provider.builtin
  /// How long a meal may wait for the model before the embedded parser reads it.
  var mealsModelTimeout: Duration = .seconds(8)
  /// Who writes the coach's answers: many at a time, each for as long as a model may take.
  var answers = {
    var configuration = WorkerPool.Configuration()
    configuration.concurrency = 8
    configuration.timeout = .seconds(600)
    return configuration
  }()

  /// PEM files of the certificate with its chain, and of its key; both empty: plain HTTP.
  var tlsCertificate = ""
  var tlsKey = ""

  /// Origins that may read REST answers.
  var corsOrigins: [String] = []
  /// Origins that may open sockets beside the server's own.
  var socketOrigins: [String] = []
  /// Keys of `X-API-Key`; none: the field is ignored.
  var apiKeys: [String] = []
  /// The HS256 key; empty: the one in the data folder.
  var signingKey = ""
  /// A file with a JWK set whose keys sign access tokens of another issuer; empty: none.
  var jwkSetFile = ""
  /// `iss` of those tokens; empty: the keys alone decide.
  var jwkIssuer = ""
  /// What their `aud` must contain; empty: tokens with an audience are refused.
  var jwkAudience = ""
  /// `iss` of tokens.
  var issuer = "hearth"
  /// Whether `/metrics` answers.
  var metricsEnabled = true
  var logLevel = Logger.Level.info
  /// JSON lines instead of text.
  var logsJSON = false

  /// What was set, by path, whatever its default is.
  var given: [String: ConfigurationValue] = [:]

  package init() {}

  /// The settings of accounts that a server uses. A development server has no limit of sign-ups unless one is set. A hash
  /// keeps a core busy for 0.1 s, so half of the cores stay free for everything else.
  var serverAccounts: AccountsService.Configuration {
    var configuration = accounts
    if isDevelopment, given["auth.signups_per_hour"] == nil { configuration.signUpsPerHour = 0 }
    let cores = ProcessInfo.processInfo.activeProcessorCount
    configuration.hashThreads = hashThreads > 0 ? hashThreads : min(4, max(1, cores / 2))
    return configuration
  }
}
