import API
import Accounts
import Administration
import Audit
import Chat
import Coach
import Consultations
import Development
import Foods
import HTTPServer
import Jobs
import Logging
import Meals
import Modules
import Nutrition
import Realtime
import Storage
import Sync
import Templates

/// The modules of this server. Domains do not import each other; they are connected here.
enum ServerModules {
  /// The tables of all modules, for commands that run without a server. Jobs come first: a job that is still queued
  /// could add rows to tables that were already emptied.
  static let tables =
    JobQueue.tables + AccountsModule.tables + TemplatesModule.tables + ConsultationsModule.tables + FoodsModule.tables
    + SyncModule.tables + ChatModule.tables + RealtimeTables.all + MealsModule.tables + AuditLog.tables
    + UsageAudit.tables

  /// The checks of all modules, in the order of the counts in the output of `hearth check`.
  static let checks = [
    AccountsModule.check, .meals, .consultations, TemplatesModule.check,
    .sync(sharing: .mealLog, noun: "meal log", table: MealsModule.logTable), .chat, FoodsModule.check,
    RealtimeTables.check, JobQueue.check, AuditLog.check, UsageAudit(tables).check,
  ]

  /// The query options of some sockets that every socket validates.
  static let sharedOptions = [MealLogsSocket.quantityOption(), ConsultationSocket.metadataOption()]

  /// Builds the modules in the order of an export.
  static func make(_ core: ServerCore) async throws -> [Module] {
    let (context, settings) = (core.context, core.settings)
    let changeLog = ChangeLog(environment: context.environment)
    let foods = FoodsService(
      database: context.database, quota: context.quota, environment: context.environment,
      configuration: settings.foods)
    if try await !foods.isIndexed() {
      context.logger.warning(
        "search index of imported foods is outdated", metadata: ["advice": "run hearth foods reindex"])
    }
    let meals = MealsService(
      database: context.database, queue: JobQueue(environment: context.environment), outbox: context.outbox,
      changes: MealChangeRecorder(log: changeLog), preferences: core.accounts.profiles, quota: context.quota,
      environment: context.environment, configuration: settings.meals)
    let templates = TemplatesService(
      database: context.database, quota: context.quota, environment: context.environment,
      configuration: settings.templates)
    var modules = [
      tablesOnly("jobs", JobQueue.tables),
      try await AccountsModule.make(core.accounts, basePath: settings.http.basePath.text),
      TemplatesModule.make(templates, meals: meals),
      consultations(core, meals, templates),
      FoodsModule.make(foods),
      SyncModule.make(context, shared: [.mealLog: MealSyncItems(meals: meals)], configuration: settings.sync),
      ChatModule.make(context, configuration: settings.chat, basePath: settings.http.basePath.text),
      tablesOnly("events", RealtimeTables.all),
      MealsModule.make(
        context, meals: meals, parsing: parsing(core, foods, changeLog),
        workers: settings.preparing(settings.workers, EmbeddedMealParser.warmUp)),
    ]
    modules.append(administration(core, modules))
    modules.append(tablesOnly("storage", UsageAudit.tables))
    assert(modules.flatMap(\.tables).map(\.name) == tables.map(\.name))
    modules.append(AccountDataModule.make(context, accounts: core.accounts, modules: modules))
    if let state = core.development { modules.append(development(state, core, modules)) }
    return modules
  }

  /// - Parameter modules: those with jobs.
  private static func administration(_ core: ServerCore, _ modules: [Module]) -> Module {
    AdministrationModule.make(
      core.context,
      .init(
        jobs: modules.compactMap(\.jobs), figures: core.metrics.figures, events: core.events,
        dataFolder: core.settings.dataFolder, isDatabaseInFolder: core.settings.storageEngine == .sqlite))
  }

  /// Tables that no domain owns.
  private static func tablesOnly(_ name: String, _ tables: [UserTable]) -> Module {
    var module = Module(name)
    module.tables = tables
    return module
  }

  private static func parsing(_ core: ServerCore, _ foods: FoodsService, _ log: ChangeLog) -> MealParsingHandler {
    let context = core.context
    return MealParsingHandler(
      database: context.database,
      reader: core.settings.isDevelopment ? TestMealReader(core.models.meals) : core.models.meals,
      foods: foods, outbox: context.outbox, changes: MealChangeRecorder(log: log, isServers: true),
      environment: context.environment, logger: context.logger)
  }

  private static func consultations(
    _ core: ServerCore, _ meals: MealsService, _ templates: TemplatesService
  ) -> Module {
    let settings = core.settings
    let workers = settings.preparing(settings.answers) {
      SafetyStage.warmUp()
      BuiltInCoach.warmUp()
    }
    return ConsultationsModule.make(
      core.context,
      sources: .init(
        diary: meals,
        profile: core.accounts.profiles,
        templates: templates, mealEvents: MealLogsSocket.endpoint(hub: core.context.hub, configuration: settings.meals),
        model: core.models.coach, script: script(core)),
      configuration: settings.consultations, model: settings.model, workers: workers)
  }

  /// The source of scripted answers; nil without `--dev`.
  private static func script(_ core: ServerCore) -> ModelScriptSource? {
    guard let state = core.development, let model = core.models.scripted else { return nil }
    return ModelScriptSource(model) { state.model.isSet }
  }
}
