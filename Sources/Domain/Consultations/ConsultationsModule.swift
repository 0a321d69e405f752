import API
import Cluster
import Coach
package import Jobs
package import LanguageModel
package import Modules
package import Realtime
package import Storage

/// Consultations with the coach in a server.
package enum ConsultationsModule {
  /// The tables with rows of users, in the order of an export.
  package static let tables = [
    UserTable(
      "consultations",
      export: .rows(
        ExportQuery(
          kind: "consultation", select: "SELECT * FROM consultations WHERE user_id = $1", keys: ["id"],
          json: ["memory"])),
      deletion: .inSteps(key: "id"),
      usage: .counted(
        UsageRule(rowBytes: 300, texts: ["memory", "goal_id", "context_type", "context_id", "quick_action"]))),
    UserTable(
      "consultation_messages",
      export: .rows(
        ExportQuery(
          kind: "consultation_message",
          select: """
            SELECT m.* FROM consultations c JOIN consultation_messages m ON m.consultation_id = c.id
            WHERE c.user_id = $1
            """,
          keys: ["m.consultation_id", "m.number"])),
      usage: .counted(
        UsageRule(
          rowBytes: 250, texts: ["content", "client_id"],
          condition: "consultation_id IN (SELECT id FROM consultations WHERE consultations.user_id = users.id)"))),
    UserTable(
      "coach_facts",
      export: .rows(
        ExportQuery(
          kind: "coach_facts", select: "SELECT * FROM coach_facts WHERE user_id = $1", keys: ["user_id"],
          json: ["facts"])), usage: .free),
    UserTable(
      "model_spending",
      export: .rows(
        ExportQuery(
          kind: "model_spending", select: "SELECT day, amount FROM model_spending WHERE user_id = $1",
          keys: ["day"])), usage: .free),
  ]
  /// The views of other domains that the coach has, and the model that answers.
  package struct Sources: Sendable {
    /// The logged meals of the user.
    package var diary: any DiaryStore
    /// The body and goals of the user.
    package var profile: any ProfileSource
    /// The store of templates that the coach writes.
    package var templates: any TemplateStore
    /// The socket of meals, whose events the legacy socket sends as well.
    package var mealEvents: EventEndpoint
    /// nil if the built-in coach answers.
    package var model: BudgetedModel?
    /// A model that answers instead while it has a script; nil without `--dev`.
    package var script: ModelScriptSource?

    /// The views of a server.
    package init(
      diary: any DiaryStore, profile: any ProfileSource, templates: any TemplateStore,
      mealEvents: EventEndpoint, model: BudgetedModel?, script: ModelScriptSource? = nil
    ) {
      self.diary = diary
      self.profile = profile
      self.templates = templates
      self.mealEvents = mealEvents
      self.model = model
      self.script = script
    }
  }

  /// Builds the module with a queue of its own.
  package static func make(
    _ context: ModuleContext, sources: Sources, configuration: ConsultationsConfiguration,
    model: ModelCoachConfiguration, workers: WorkerPool.Configuration
  ) -> Module {
    // A queue of its own: answers that take minutes must not delay meals.
    let queue = JobQueue(environment: context.environment)
    let running = RunningAnswers(bus: context.node.bus)
    let consultations = ConsultationsService(
      database: context.database, queue: queue, outbox: context.outbox,
      sockets: FinishedTopics(registry: context.registry), running: running, quota: context.quota,
      writes: context.writes, environment: context.environment, configuration: configuration)
    func makeProvider(of source: BudgetedModel) -> any CoachProvider {
      ModelProvider(source, configuration: model, tools: ModelTools(diary: sources.diary))
    }
    var provider: any CoachProvider = BuiltInProvider(
      coach: BuiltInCoach(topicsOff: configuration.topicsOff), wordInterval: configuration.wordInterval)
    if let model = sources.model { provider = makeProvider(of: model) }
    if let script = sources.script {
      provider = ScriptableProvider(
        usual: provider, scripted: makeProvider(of: script.model), isScripted: script.isSet)
    }
    let gate = SafetyGate(
      provider, statements: HealthStatementRepository(database: context.database),
      wordInterval: configuration.wordInterval, numbers: configuration.numbers)
    let answering = AnswerHandler(
      database: context.database, queue: queue, outbox: context.outbox, provider: gate, diary: sources.diary,
      profile: sources.profile, templates: sources.templates, running: running, environment: context.environment)
    let spending = SpendingRepository(database: context.database, environment: context.environment)
    var module = Module("consultations")
    module.routes = ConsultationRoutes(consultations: consultations).routes
    module.sockets = [
      ConsultationSocket(.current, consultations: consultations, hub: context.hub).route,
      ConsultationSocket(.legacy(meals: sources.mealEvents), consultations: consultations, hub: context.hub).route,
    ]
    module.jobs = JobGroup(queue: queue, handlers: [answering], configuration: workers)
    module.tables = tables
    module.tasks = [PeriodicTask("old spending", every: .seconds(3600)) { try await spending.purge() }]
    return module
  }
}

/// Closes the sockets of deleted consultations.
private struct FinishedTopics: TopicTerminator {
  let registry: ConnectionRegistry

  func close(userID: String, topic: String) { registry.finished(userID: userID, topic: topic) }
}
