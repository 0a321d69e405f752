import Bytes
import Consultations
import Development
import LanguageModel
import Logging
import Meals
import Nutrition
import Storage

/// The clients of the configured endpoint for coach and meals, with one budget.
struct LanguageModels: Sendable {
  /// nil if the built-in coach answers.
  let coach: BudgetedModel?
  /// Answers with a script in development; nil without `--dev`.
  let scripted: BudgetedModel?
  /// Reads meals.
  let meals: any MealReader
  private let clients: [ChatClient]

  /// - Parameters:
  ///   - isShared: whether other servers may use the database.
  ///   - script: the model of the development mode.
  /// - Throws: an error of the storage if the spending of today cannot be read.
  init(
    _ settings: ServerSettings, database: any Database, isShared: Bool = false, script: ScriptedModel?,
    environment: Environment, logger: Logger
  ) async throws {
    let spending = SpendingRepository(database: database, environment: environment)
    let shared = ModelSpending(settings.model, ledger: spending, isShared: isShared, environment: environment)
    try await shared.restore()
    func client(_ provider: ModelCoachConfiguration.Provider, _ configuration: ModelCoachConfiguration) throws
      -> ChatClient?
    {
      guard provider == .openai else { return nil }
      guard let client = ChatClient(configuration, environment: environment, logger: logger) else {
        throw CommandFailure("coach.base_url is no address of an endpoint")
      }
      return client
    }
    let answering = try client(settings.model.provider, settings.model)
    let reading = try client(settings.mealsProvider, settings.mealModel)
    clients = [answering, reading].compactMap { $0 }
    coach = answering.map { BudgetedModel($0, spending: shared) }
    scripted = script.map { BudgetedModel($0, spending: shared) }
    meals =
      reading.map {
        ModelMealReader(
          BudgetedModel($0, spending: shared), name: settings.model.model, environment: environment, logger: logger)
      } ?? ParserReader(EmbeddedMealParser())
  }

  /// Ends the threads. Called after the workers are drained.
  func stop() { for client in clients { client.stop() } }
}
