import API
import Bytes
import JSONCodec

/// The examples of the declarations, in the form that the encoder gives them.
enum TemplateExamples {
  /// A request that creates a template.
  static func body(_ kind: TemplateKind) -> JSONValue {
    switch kind {
    case .meal:
      [
        "name": "Usual breakfast", "meal_type": "breakfast",
        "foods": [
          [
            "food_name": "Oatmeal", "quantity": 1, "unit": "bowl", "grams": 234, "calories": 158, "protein_g": 5.9,
            "carbs_g": 27.4, "fat_g": 3.2,
          ]
        ],
      ]
    case .workout:
      [
        "name": "Legs", "category": "strength", "difficulty_level": "beginner", "estimated_duration_minutes": 30,
        "exercises": [["exercise_name": "Squat", "sets": 3, "reps": "8-12", "rest_seconds": 90]],
      ]
    case .wellness:
      [
        "name": "Evening", "focus_areas": ["sleep"], "sleep_target": 8,
        "daily_habits": [["name": "Read", "time": "evening", "minutes": 20]],
      ]
    }
  }

  /// The template that ``body(_:)`` creates.
  static func template(_ kind: TemplateKind, status: TemplateStatus = .active) -> JSONValue {
    let body = body(kind)
    let owner = "ee472072-a8f8-468a-84c7-c6e1506613fd"
    let noon = Timestamp(seconds: 1_768_478_400)
    // The tests of the declarations fail if the body is not valid.
    let content = (try? TemplateInput.content(kind, JSONFields(body.objectValue ?? [:]))) ?? .null
    return TemplateJSON.template(
      Template(
        id: "791ce35d-6c13-4b09-a78c-0d0b94dd8acb", userID: owner, kind: kind, name: body["name"]?.stringValue ?? "",
        description: "", status: status, isPublic: false, createdBy: .user, content: content, createdAt: noon,
        updatedAt: noon), for: owner)
  }

  /// The ids and some members of a meal template.
  static func part(_ names: [String]) -> JSONValue {
    let members = template(.meal).objectValue ?? [:]
    return .object(members.filter { (["id", "template_id"] + names).contains($0.key) })
  }
}
