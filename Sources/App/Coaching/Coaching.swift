import API
import Accounts
import Bytes
import Coach
import Consultations
import Jobs
import Logging
import Meals
import Realtime
import Storage
import Templates

/// Consultations and templates, wired to the rest.
struct Coaching: Sendable {
  let workers: WorkerPool
  let routes: [Route]
  let sockets: [SocketRoute]

  /// What the parts are made from.
  struct Parts {
    var database: any Database
    var registry: ConnectionRegistry
    var hub: RealtimeHub
    var outbox: Outbox
    var accounts: AccountsService
    var meals: MealsService
    var models: LanguageModels
    var limits: Limits
    var environment: Environment
    var logger: Logger
  }

  /// - Throws: where the system has no room for the threads.
  init(_ parts: Parts, settings: ServerSettings) throws {
    let (database, environment) = (parts.database, parts.environment)
    // A queue of its own, so that answers that take minutes keep no meal waiting.
    let queue = JobQueue(environment: environment)
    let running = RunningAnswers()
    let templates = TemplatesService(
      database: database, quota: parts.limits.quota, environment: environment, configuration: settings.templates)
    let consultations = ConsultationsService(
      database: database, queue: queue, outbox: parts.outbox, sockets: ConsultationCloser(registry: parts.registry),
      running: running, quota: parts.limits.quota, writes: parts.limits.writes, environment: environment,
      configuration: settings.consultations)
    let provider: any CoachProvider =
      parts.models.coach.map {
        ModelProvider($0, configuration: settings.model, tools: ModelTools(diary: parts.meals))
      } ?? BuiltInProvider(coach: BuiltInCoach(), wordInterval: settings.consultations.wordInterval)
    let gate = SafetyGate(
      provider, allergies: StoredAllergies(database: database), wordInterval: settings.consultations.wordInterval)
    let answering = AnswerHandler(
      database: database, queue: queue, outbox: parts.outbox, provider: gate, diary: parts.meals,
      profile: AccountProfile(accounts: parts.accounts, environment: environment),
      templates: templates, running: running, environment: environment)
    var configuration = settings.answers
    configuration.filter = .only([AnswerHandler.jobKind])
    workers = try WorkerPool(
      queue: queue, database: database, handlers: [answering], configuration: configuration, environment: environment,
      logger: parts.logger)
    routes =
      ConsultationRoutes(consultations: consultations).routes
      + TemplateRoutes(templates: templates, meals: parts.meals).routes
    let mealLogs = MealLogsSocket.endpoint(hub: parts.hub, configuration: settings.meals)
    sockets = [
      ConsultationSocket(.current, consultations: consultations, hub: parts.hub).route,
      ConsultationSocket(.legacy(meals: mealLogs), consultations: consultations, hub: parts.hub).route,
    ]
  }
}
