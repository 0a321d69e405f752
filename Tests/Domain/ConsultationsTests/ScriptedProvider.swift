import Coach
import Consultations
import HealthModels
import Runtime
import TestSupport

/// A provider whose answers a test scripts. Without a script it repeats the message.
final class ScriptedProvider: CoachProvider {
  enum Step {
    case emit(String)
    /// Waits until the test opens the gate.
    case wait(Gate)
    case fail(AnswerFailure)
    /// Drafts a template of that name.
    case draft(String)
  }

  private struct State {
    var scripts: [String: [[Step]]] = [:]
    var answered: [String] = []
    var running = 0
    var most = 0
  }

  private let state = Locked(State())

  /// Adds the steps for the next message with this text.
  func script(_ message: String, _ steps: [Step]) {
    state.withLock { $0.scripts[message, default: []].append(steps) }
  }

  /// The messages in the order of their answers.
  var answered: [String] { state.withLock { $0.answered } }
  /// The maximum number of concurrent answers.
  var most: Int { state.withLock { $0.most } }

  func answer(
    _ turn: AnswerTurn, after written: String, emit: @Sendable (String) async throws -> Void
  ) async throws -> AnswerOutcome {
    let steps = state.withLock { state -> [Step] in
      state.running += 1
      state.most = max(state.most, state.running)
      state.answered.append(turn.message)
      guard state.scripts[turn.message]?.isEmpty == false else { return [.emit("You said: "), .emit(turn.message)] }
      return state.scripts[turn.message]?.removeFirst() ?? []
    }
    defer { state.withLock { $0.running -= 1 } }
    var before = Substring(written)
    var templates: [TemplateDraft] = []
    for step in steps {
      switch step {
      case .emit(let text):
        if before.hasPrefix(text) {
          before = before.dropFirst(text.count)
        } else if before.isEmpty {
          try await emit(text)
        } else {
          throw AnswerFailure.interrupted
        }
      case .wait(let gate): await gate.passed()
      case .fail(let failure): throw failure
      case .draft(let name):
        templates.append(.meal(MealPlan(name: name, description: "", mealType: "lunch", items: [])))
      }
    }
    return AnswerOutcome(dialogueState: "{\"turns\":1}", templates: templates)
  }
}
