package import Bytes
package import LanguageModel
package import Logging
package import Nutrition
import Runtime

/// A reader that requests the items from a language model and checks their plausibility.
///
/// If the model fails or its answer is invalid, the embedded parser reads the meal instead. The notes of the items name
/// the reader, and the reason for the fallback.
package final class ModelMealReader: MealReader {
  private let model: BudgetedModel
  private let name: String
  private let check: PlausibilityCheck
  private let fallback: any MealParser
  private let breaker = Locked(CircuitBreaker())
  private let environment: Environment
  private let logger: Logger

  /// - Parameters:
  ///   - model: must answer within a bounded time, because the job waits for it.
  ///   - name: the name of the model in the notes; at most 60 characters are used.
  ///   - fallback: reads the meal if the model does not.
  package init(
    _ model: BudgetedModel, name: String, check: PlausibilityCheck = PlausibilityCheck(),
    fallback: any MealParser = EmbeddedMealParser(), environment: Environment, logger: Logger
  ) {
    self.model = model
    self.name = String(name.prefix(60))
    self.check = check
    self.fallback = fallback
    self.environment = environment
    self.logger = logger
  }

  /// Reads the meal with the model, or with the parser if the model cannot.
  package func read(
    _ text: String, language: String?, userID: String, additionalFoods: FoodOverlay
  ) async throws -> MealParse {
    switch try await modelItems(text, userID, additionalFoods) {
    case .success(let items): return .items(items)
    case .failure(let reason):
      let parse = fallback.parse(text, additionalFoods: additionalFoods, language: language)
      guard case .items(var items) = parse else { return parse }
      for index in items.indices { items[index].add(note: "\(reason.text); parsed offline") }
      return .items(items)
    }
  }

  /// The reason for the fallback, for the notes of the items.
  private struct Reason: Error {
    var text: String
  }

  private func modelItems(
    _ text: String, _ userID: String, _ additionalFoods: FoodOverlay
  ) async throws -> Result<[ParsedItem], Reason> {
    guard breaker.withLock({ $0.admits(at: environment.now()) }) else {
      return .failure(Reason(text: "the language model is out of order"))
    }
    let answer: String
    do {
      answer = try await model.answer(to: MealRequest.request(for: text), for: userID).completion.text
      breaker.withLock { $0.succeeded() }
    } catch let error as LanguageModelError {
      // An exhausted budget of the user is no failure of the endpoint.
      if !error.isBudget { breaker.withLock { $0.failed(at: environment.now()) } }
      return .failure(Reason(text: error.noteText))
    }
    do {
      return items(try ClaimedMeal(answer), additionalFoods)
    } catch {
      logger.warning("model meal rejected: invalid form", metadata: ["at": "\(error.path)"])
      return .failure(Reason(text: "the language model's answer was not of the agreed form"))
    }
  }

  private func items(_ meal: ClaimedMeal, _ additionalFoods: FoodOverlay) -> Result<[ParsedItem], Reason> {
    guard !meal.items.isEmpty else { return .failure(Reason(text: "the language model found no food")) }
    var items: [ParsedItem] = []
    for claim in meal.items {
      guard var item = check.item(claim, additionalFoods: additionalFoods) else {
        logger.warning("model meal rejected: implausible nutrients")
        return .failure(Reason(text: "the language model's figures were not plausible"))
      }
      item.add(
        note: item.notes.isEmpty ? "figures by the language model \(name)" : "read by the language model \(name)")
      items.append(item)
    }
    return .success(items)
  }
}

extension LanguageModelError {
  fileprivate var isBudget: Bool {
    switch self {
    case .budgetExceeded: true
    default: false
    }
  }

  /// The reason in the notes of items.
  fileprivate var noteText: String {
    switch self {
    case .timedOut: "the language model did not answer in time"
    case .rateLimited, .busy: "the language model is busy"
    case .unreachable: "the language model could not be reached"
    case .serverError: "the language model failed"
    case .brokenStream: "the language model's answer broke off"
    case .badResponse: "the language model's endpoint answered something else"
    case .refused: "the language model's endpoint refused the request"
    case .budgetExceeded: "today's budget for the language model is spent"
    }
  }
}
