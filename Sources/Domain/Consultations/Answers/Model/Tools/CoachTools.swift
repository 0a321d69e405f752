import HealthModels
import LanguageModel

/// The tools that a language model may call.
enum CoachTools {
  /// All of them, in a fixed order.
  static var definitions: [ToolDefinition] { Name.allCases.map(\.definition) }

  enum Name: String, CaseIterable {
    case mealSummary = "get_meal_summary"
    case searchFoods = "search_foods"
    case createMealTemplate = "create_meal_template"
    case createWorkoutTemplate = "create_workout_template"
    case createWellnessTemplate = "create_wellness_template"

    var definition: ToolDefinition {
      ToolDefinition(name: rawValue, description: description, parameters: schema.json)
    }

    private var description: String {
      switch self {
      case .mealSummary:
        """
        Energy, protein, carbohydrates and fat of what the user logged, by day, and the last meals. Call it \
        before you say anything about what the user ate.
        """
      case .searchFoods:
        """
        Looks foods up in the nutrition table: energy and nutrients for 100 g. Call it before you state figures \
        of a food.
        """
      case .createMealTemplate:
        """
        Saves a meal or a day of meals as a template of the user. Use foods as search_foods names them; the \
        figures are computed from the table. Call it once for each plan that the user asked for.
        """
      case .createWorkoutTemplate:
        "Saves a training plan as a template of the user. Call it once for each plan that the user asked for."
      case .createWellnessTemplate:
        """
        Saves a routine of daily habits as a template of the user. Call it once for each routine that the user \
        asked for.
        """
      }
    }

    var schema: ArgumentSchema {
      switch self {
      case .mealSummary: MealSummaryQuery.schema
      case .searchFoods: FoodQuery.schema
      case .createMealTemplate: MealPlanRequest.schema
      case .createWorkoutTemplate: WorkoutPlan.schema
      case .createWellnessTemplate: WellnessRoutine.schema
      }
    }
  }
}

/// A call of one of the coach's tools with valid arguments.
enum CoachToolCall: Sendable, Equatable {
  case mealSummary(MealSummaryQuery)
  case searchFoods(FoodQuery)
  case createMealTemplate(MealPlanRequest)
  case createWorkoutTemplate(WorkoutPlan)
  case createWellnessTemplate(WellnessRoutine)

  /// Reads a call as the model wrote it.
  /// - Throws: `ToolArgumentProblem` if the tool or its arguments are invalid; the model receives the description.
  init(_ call: ToolCall) throws(ToolArgumentProblem) {
    guard let name = CoachTools.Name(rawValue: call.name) else {
      throw ToolArgumentProblem(path: "", problem: "name no tool: there is no \(ToolArgumentProblem.quoted(call.name))")
    }
    let arguments = try ToolArguments(call.arguments, schema: name.schema)
    self =
      switch name {
      case .mealSummary: .mealSummary(MealSummaryQuery(arguments))
      case .searchFoods: .searchFoods(FoodQuery(arguments))
      case .createMealTemplate: .createMealTemplate(MealPlanRequest(arguments))
      case .createWorkoutTemplate: .createWorkoutTemplate(WorkoutPlan(arguments))
      case .createWellnessTemplate: .createWellnessTemplate(WellnessRoutine(arguments))
      }
  }
}
