import Coach
import JSONCodec

/// A suggested first message.
struct QuickAction: Sendable {
  var id: String
  var title: String
  var prompt: String
  var persona: Persona

  static let all = [
    QuickAction(
      id: "review_day", title: "Review my day", prompt: "How am I doing today, and what is left to my targets?",
      persona: .nutritionist),
    QuickAction(id: "review_week", title: "Review my week", prompt: "How was my week?", persona: .nutritionist),
    QuickAction(
      id: "energy_needs", title: "My energy needs", prompt: "How many calories do I need?", persona: .nutritionist),
    QuickAction(id: "meal_plan", title: "Plan my meals", prompt: "Make me a meal plan.", persona: .nutritionist),
    QuickAction(
      id: "workout_plan", title: "Plan my training", prompt: "Make me a workout plan.", persona: .fitnessCoach),
    QuickAction(
      id: "better_sleep", title: "Sleep better", prompt: "Make me a sleep routine.", persona: .wellnessSpecialist),
    QuickAction(
      id: "less_stress", title: "Less stress", prompt: "Make me a stress routine.", persona: .wellnessSpecialist),
  ]

  var json: JSONValue {
    [
      "id": .string(id), "title": .string(title), "prompt": .string(prompt), "persona": .string(persona.rawValue),
      "consultationType": .string(ConsultationJSON.type(persona)),
    ]
  }
}
