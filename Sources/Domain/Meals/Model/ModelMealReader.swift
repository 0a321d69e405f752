package import Bytes
package import LanguageModel
package import Logging
package import Nutrition
import Runtime

/// Asks a language model what a meal consists of, and believes nothing that cannot be true.
///
/// Whatever keeps the model from a good answer, the embedded parser reads the meal in its place. The items' notes tell which
/// of the two spoke, and why.
package final class ModelMealReader: MealReader {
  private let model: BudgetedModel
  private let name: String
  private let check: PlausibilityCheck
  private let fallback: any MealParser
  private let outage = Locked(CircuitBreaker())
  private let environment: Environment
  private let logger: Logger

  /// - Parameters:
  ///   - model: one whose answers take a bounded time; a meal waits for it.
  ///   - name: what the notes call it.
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

  package func read(_ text: String, userID: String, knowing further: FoodOverlay) async throws -> MealParse {
    switch try await claimed(text, userID, further) {
    case .success(let items): return .items(items)
    case .failure(let reason):
      let parse = fallback.parse(text, knowing: further)
      guard case .items(var items) = parse else { return parse }
      for index in items.indices { items[index].add(note: "\(reason.words); parsed offline") }
      return .items(items)
    }
  }

  /// Why the model's answer is not used, in words for the notes.
  private struct Reason: Error {
    var words: String
  }

  private func claimed(
    _ text: String, _ userID: String, _ further: FoodOverlay
  ) async throws -> Result<[ParsedItem], Reason> {
    guard outage.withLock({ $0.mayAsk(at: environment.now()) }) else {
      return .failure(Reason(words: "the language model is out of order"))
    }
    let answer: String
    do {
      answer = try await model.answer(to: MealRequest.request(for: text), for: userID).completion.text
      outage.withLock { $0.succeeded() }
    } catch let error as LanguageModelError {
      // The user's own budget says nothing about the endpoint.
      if !error.isOfUser { outage.withLock { $0.failed(at: environment.now()) } }
      return .failure(Reason(words: error.mealWords))
    }
    do {
      return items(try ClaimedMeal(answer), further)
    } catch {
      logger.warning("the model's meal has another form than agreed", metadata: ["at": "\(error.path)"])
      return .failure(Reason(words: "the language model's answer was not of the agreed form"))
    }
  }

  private func items(_ meal: ClaimedMeal, _ further: FoodOverlay) -> Result<[ParsedItem], Reason> {
    guard !meal.items.isEmpty else { return .failure(Reason(words: "the language model found no food")) }
    var items: [ParsedItem] = []
    for claim in meal.items {
      guard var item = check.item(claim, knowing: further) else {
        logger.warning("the model's figures cannot be true")
        return .failure(Reason(words: "the language model's figures were not plausible"))
      }
      item.add(
        note: item.notes.isEmpty ? "figures by the language model \(name)" : "read by the language model \(name)")
      items.append(item)
    }
    return .success(items)
  }

}

extension LanguageModelError {
  fileprivate var isOfUser: Bool {
    switch self {
    case .budgetExceeded: true
    default: false
    }
  }

  /// For the notes of items.
  fileprivate var mealWords: String {
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
