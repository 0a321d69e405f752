package import HealthModels

/// A danger that a message shows. The coach answers it with help instead of an ordinary reply.
package struct SafetyFinding: Sendable, Equatable {
  /// The subject of the reply; raw values name rows of `safety_rules.tsv` and `safety_replies.tsv`.
  package enum Category: String, Sendable, CaseIterable {
    case emergency, poisoning
    case selfHarm = "self_harm"
    case lowSugar = "low_sugar"
    case highSugar = "high_sugar"
    case highPressure = "high_pressure"
    case lowPressure = "low_pressure"
    case fever
    case infantFever = "infant_fever"
    case cold
    case heartRate = "heart_rate"
    case oxygen
    case care
    case infant
    case eatingDisorder = "eating_disorder"
    case lowEnergy = "low_energy"
    case rapidLoss = "rapid_loss"
    case minor, underweight
    case medication
    /// By a partner, a relative or a carer.
    case violence

    /// The urgency of help.
    package var severity: Severity {
      switch self {
      case .emergency, .poisoning, .selfHarm, .oxygen, .cold, .infantFever: .emergency
      case .lowSugar, .highSugar, .highPressure, .lowPressure, .fever, .heartRate, .care, .infant, .violence: .urgent
      case .eatingDisorder, .lowEnergy, .rapidLoss, .minor, .underweight, .medication: .advice
      }
    }
  }

  /// The urgency of a finding, the least first.
  package enum Severity: Sendable, Comparable {
    /// A professional should be asked before anything changes.
    case advice
    /// Help is needed today.
    case urgent
    /// Help is needed now.
    case emergency
  }

  /// A language of rules and replies (ISO 639-1).
  package enum Language: String, Sendable, CaseIterable { case en, es, pt, fr, de, it, tr }

  /// The subject of the reply.
  package var category: Category
  /// The language of the reply.
  package var language: Language
  /// Whether a rule reads it, and not the likeness of the words alone.
  package var isOfRule = false
  /// The steps until help comes, by the sign of the message; nil for the steps of the category.
  package var firstAid: String?

  /// The text for the user: the immediate steps and the numbers to call.
  package var reply: String {
    let text = Self.replies["\(category.rawValue)/\(language.rawValue)"] ?? ""
    return text.replacing("{firstAid}", with: firstAid ?? FirstAid.text([], for: self))
  }

  /// The text with the numbers of a region before it.
  package func reply(_ numbers: HelpNumbers) -> String { numbers.lead(category) + reply }

  /// Rows of `safety_replies.tsv`: category  language  text, with `{firstAid}` for the steps of ``FirstAid``.
  private static let replies = Dictionary(
    CoachTable.safetyReplies.rows(3).map { ("\($0[0])/\($0[1])", $0[2]) }
  ) { first, _ in first }
}
