import API
import JSONCodec

/// The operations that only meal templates have.
enum MealTemplateOperations {
  /// - Parameter log: the response with the stored log, which another domain declares.
  static func use(_ log: ResponseDeclaration) -> Operation {
    Operation(
      "useMealTemplate", "POST", "/api/v1/meal-templates/{id}/use", authentication: .bearer,
      tag: TemplateOperations.tag, "Log the foods of a meal template",
      description: "If foods of the template have the `meal_type` of the request, only those are logged.",
      parameters: [TemplateOperations.id],
      body: BodyDeclaration.json(
        [
          FieldDeclaration.string(
            "meal_type", oneOf: TemplateRoutes.loggedMealTypes,
            "The meal of the log. Default: that of the template, `snack` for the two around a workout."
          ).or("mealType").optionalOrNull,
          FieldDeclaration.time("logged_at", "The time of the meal; now if it is absent.").or("loggedAt")
            .optionalOrNull,
        ], example: ["meal_type": "breakfast", "logged_at": "2026-01-15T12:00:00Z"]
      ).optional,
      responses: [log], errors: [.quotaExceeded])
  }

  static let foods = Operation(
    "getMealTemplateFoods", "GET", "/api/v1/meal-templates/{id}/foods", authentication: .bearer,
    tag: TemplateOperations.tag, "Get the foods of a meal template", parameters: [TemplateOperations.id],
    responses: [
      .success(
        "The foods.", .object(TemplateSchemas.ids + [TemplateSchemas.foods]), flattened: true,
        example: TemplateExamples.part(["foods"]))
    ])

  static let nutrition = Operation(
    "getMealTemplateNutrition", "GET", "/api/v1/meal-templates/{id}/nutrition", authentication: .bearer,
    tag: TemplateOperations.tag, "Get the totals of a meal template", parameters: [TemplateOperations.id],
    responses: [
      .success(
        "The totals.", .object(TemplateSchemas.ids + TemplateSchemas.totals), flattened: true,
        example: TemplateExamples.part(TemplateSchemas.totals.map(\.name)))
    ])
}
