package import Coach
import HealthModels
package import JSONCodec

/// A dialogue and whether its last message shows a danger: a line of a file for `hearth coach-eval`.
package struct CoachCase: Sendable {
  /// Messages that one line may have.
  static let maxTurns = 20

  /// Identifier in reports; may be empty.
  package let id: String
  /// The messages of the user, oldest first.
  package let turns: [String]
  /// Whether the last message needs help, or a warning about an allergy, instead of an ordinary answer.
  package let isDanger: Bool
  /// The subject, for example `blood_sugar`; `allergy` expects a warning, all others a reply of the safety stage.
  package let kind: String
  /// A language code, for example `en`.
  package let language: String
  /// Whether the line was set aside before the rules were written.
  package let isHeld: Bool
  /// The user's profile.
  package let profile: Facts

  /// - Throws: `EvaluationCaseError` if a field is missing or of the wrong type.
  package init(_ value: JSONValue) throws(EvaluationCaseError) {
    guard case .array(let turns)? = value["turns"], !turns.isEmpty, turns.count <= Self.maxTurns else {
      throw EvaluationCaseError(missing: "turns")
    }
    var messages: [String] = []
    for turn in turns {
      guard let message = turn.stringValue else { throw EvaluationCaseError(missing: "turns") }
      messages.append(message)
    }
    guard let isDanger = value["danger"]?.boolValue else { throw EvaluationCaseError(missing: "danger") }
    guard let kind = value["kind"]?.stringValue else { throw EvaluationCaseError(missing: "kind") }
    self.turns = messages
    self.isDanger = isDanger
    self.kind = kind
    id = value["id"]?.stringValue ?? ""
    language = value["lang"]?.stringValue ?? "en"
    isHeld = value["held"]?.boolValue ?? false
    profile = Self.profile(value["profile"])
  }

  private static func profile(_ value: JSONValue?) -> Facts {
    var facts = Facts()
    facts.body.age = value?["age"]?.doubleValue.flatMap { Int(exactly: $0) }
    facts.body.heightCentimetres = value?["height_cm"]?.doubleValue
    facts.body.weightKilograms = value?["weight_kg"]?.doubleValue
    return facts
  }
}
