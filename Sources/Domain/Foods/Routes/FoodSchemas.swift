import API
import HealthModels
import Nutrition

/// The JSON types of foods.
enum FoodSchemas {
  /// A food as responses contain it.
  static let food = Schema.object(
    identity + figures + measures + servingMembers("serving_unit", "serving_grams") + times, named: "Food")

  /// A food that a client creates.
  static let newFood = Schema.object([name, energy] + optionalMembers, named: "NewFood")

  /// The changes of a food.
  static let foodChange = Schema.object(
    [name.optionalOrNull, energy.optionalOrNull] + optionalMembers, named: "FoodChange")

  private static let identity: [FieldDeclaration] = [
    .string(
      "id", "A name for a built-in food, `fdc-` or `off-` and a number for an imported one, a UUID for an own one."),
    .string("food_id", "The same as `id`."),
    .string("source", oneOf: FoodOrigin.allCases.map(\.rawValue), "The origin."), .string("name", "The name."),
    .string("food_name", "The same as `name`."), .string("brand", "Brand or manufacturer; may be empty."),
    .string("category", "Free text; may be empty."),
    .string("food_type", oneOf: FoodKind.allCases.map(\.rawValue), "The kind."),
    .array("aliases", of: .string, "Other names."),
    .string("reference", "The id at the source of the figures; empty for an own food."),
    .string(
      "attribution", "The notice to show with the figures, which their licence requires; empty if it requires none."),
    .boolean("can_be_edited", "Whether it is an own food."),
    .integer("per_grams", in: 100...100, "The grams that the figures below refer to."),
  ]

  private static let measures: [FieldDeclaration] = [
    .number("density", "Grams per millilitre; null if it is unknown.").nullable,
    .array(
      "measures", of: .object([.string("unit", "The unit."), .number("grams", "The weight of one unit.")]),
      "Household measures."),
    .object("serving", "One serving and its figures.", serving),
  ]

  private static let serving =
    [FieldDeclaration.number("quantity", "The amount, in `unit`.")] + servingMembers("unit", "grams") + figures

  private static let times: [FieldDeclaration] = [
    .time("created_at", "The creation of an own food.").optional,
    .time("updated_at", "The last change of an own food.").optional,
  ]

  private static let figures: [FieldDeclaration] = [
    .number("calories", "Kilocalories."), .number("protein_g", "Grams."), .number("carbs_g", "Grams."),
    .number("fat_g", "Grams."), .number("fiber_g", "Grams."), .number("sugar_g", "Grams."),
  ]

  private static func servingMembers(_ unit: String, _ grams: String) -> [FieldDeclaration] {
    [.string(unit, "The unit of one serving; `g` if it is in grams."), .number(grams, "The weight of one serving.")]
  }

  private static let name = FieldDeclaration.text(
    "name", length: OwnFoodContent.nameLength, "At least one word, by which a meal can name the food."
  ).or("food_name")

  private static let energy = FieldDeclaration.number(
    "calories", in: OwnFoodContent.energy, "Kilocalories in `per_grams`."
  ).or("energy_kcal")

  private static let optionalMembers: [FieldDeclaration] =
    [
      nutrient("protein_g", "protein"), nutrient("carbs_g", "carbs", "carbohydrates"), nutrient("fat_g", "fat"),
      nutrient("fiber_g", "fiber"), nutrient("sugar_g", "sugar"),
      FieldDeclaration.number(
        "per_grams", in: OwnFoodContent.basis, "The grams that the figures refer to; 100 if it is absent."
      ).or("perGrams"),
      .text("brand", length: OwnFoodContent.brandLength, "Brand or manufacturer."),
      .text("category", length: OwnFoodContent.categoryLength, "Free text."),
      FieldDeclaration.string("food_type", oneOf: FoodKind.allCases.map(\.rawValue), "`food` if it is absent.")
        .or("kind"),
      .array(
        "aliases", of: .string(length: OwnFoodContent.aliasLength).matching(#"[^\u0000]*"#),
        count: 0...OwnFoodContent.maxAliases, "Other names."),
      .number("density", in: OwnFoodContent.density, "Grams per millilitre."),
      .array(
        "measures",
        of: .object([
          .text("unit", length: OwnFoodContent.unitLength, "A household measure such as `cup` or `slice`, each once."),
          .number("grams", in: OwnFoodContent.measureGrams, "The weight of one unit."),
        ]), count: 0...OwnFoodContent.maxMeasures, "Household measures. They replace the earlier ones."),
      FieldDeclaration.text("serving_unit", length: OwnFoodContent.unitLength, "The unit of one of the measures.")
        .or("servingUnit"),
      FieldDeclaration.number(
        "serving_grams", in: OwnFoodContent.servingGrams,
        "The weight of a serving without a unit."
      ).or("servingGrams"),
    ].map(\.optionalOrNull)

  private static func nutrient(_ name: String, _ aliases: String...) -> FieldDeclaration {
    var field = FieldDeclaration.number(name, in: OwnFoodContent.nutrientGrams, "Grams in `per_grams`.")
    field.aliases = aliases
    return field
  }
}
