import API
import JSONCodec

/// The operations under `/api/v1/foods`.
enum FoodOperations {
  private static let tag = "Foods"

  static let list = Operation(
    "listFoods", "GET", "/api/v1/foods", authentication: .bearer, tag: tag, "List foods", description: order,
    parameters: searchText + [source] + ParameterDeclaration.page(), responses: [page])

  static let search = Operation(
    "searchFoods", "GET", "/api/v1/foods/search", authentication: .bearer, tag: tag, "Search foods",
    description: "The same as `GET /api/v1/foods`. " + order,
    parameters: searchText + [source] + ParameterDeclaration.page(), responses: [page])

  static let listOwn = Operation(
    "listOwnFoods", "GET", "/api/v1/foods/own", authentication: .bearer, tag: tag, "List own foods",
    parameters: searchText + ParameterDeclaration.page(), responses: [page])

  static let create = Operation(
    "createFood", "POST", "/api/v1/foods", authentication: .bearer, tag: tag, "Create an own food",
    description: figures, body: .json(FoodSchemas.newFood, example: FoodExamples.newFood),
    responses: [answer("The stored food.", status: 201)],
    errors: [
      nameTaken, .quotaExceeded,
      .init(429, "FOOD_LIMIT", "The account has as many own foods as it may have."),
    ])

  static let get = Operation(
    "getFood", "GET", "/api/v1/foods/{id}", authentication: .bearer, tag: tag, "Get a food", parameters: [id],
    responses: [answer("The food.")])

  static let barcode = Operation(
    "getFoodByBarcode", "GET", "/api/v1/foods/barcode/{gtin}", authentication: .bearer, tag: tag,
    "Get the food with a barcode",
    description: "Finds branded foods of an import. Zeros at the start do not matter.",
    parameters: [
      .path(
        "gtin",
        "GTIN-8, -12, -13 or -14, or a UPC-E of eight digits, with its check digit; hyphens may separate digits.")
    ], responses: [answer("The food.")],
    errors: [.validation("The text has another number of digits, or its check digit is wrong.")])

  static let replace = Operation(
    "updateFood", "PUT", "/api/v1/foods/{id}", authentication: .bearer, tag: tag, "Change an own food",
    description: "The same as `PATCH`: absent members keep their values. " + figures, parameters: [id],
    body: .json(FoodSchemas.foodChange, example: ["brand": "Northmill"]), responses: [answer("The changed food.")],
    errors: [notOwn, nameTaken, .quotaExceeded])

  static let update = Operation(
    "patchFood", "PATCH", "/api/v1/foods/{id}", authentication: .bearer, tag: tag, "Change members of an own food",
    description: "Absent members keep their values. " + figures, parameters: [id],
    body: .json(FoodSchemas.foodChange, example: ["brand": "Northmill"]), responses: [answer("The changed food.")],
    errors: [notOwn, nameTaken, .quotaExceeded])

  static let delete = Operation(
    "deleteFood", "DELETE", "/api/v1/foods/{id}", authentication: .bearer, tag: tag, "Delete an own food",
    description: "Meals that used the food keep their figures.", parameters: [id],
    responses: [.noContent("The food is deleted.")], errors: [notOwn])

  /// All operations.
  static let all = [list, search, listOwn, create, get, barcode, replace, update, delete]

  // MARK: - Parts

  private static let order = """
    Own foods come first, then built-in ones, then imported ones; of each, those with every complete word come before \
    those with a word that begins with the last one. If no food matches, unknown words are corrected by one letter. A page \
    has 20 foods by default, and of imported foods at most \(ImportedFoodSearch.maxCounted) are counted.
    """

  private static let figures = """
    The figures must be possible for 100 g: energy that fits the nutrients, and no more sugar than carbohydrate. The name \
    needs 1 to 7 words in Latin letters or digits, by which a meal can name the food.
    """

  private static let searchText = [
    ParameterDeclaration.query(
      FieldDeclaration.string(
        "query", length: 0...FoodRoutes.maxQueryBytes,
        "Words that the food must have, in at most \(FoodRoutes.maxQueryBytes) bytes; all foods if it is empty."
      ).or("q", "search"))
  ]

  private static let source = ParameterDeclaration.query(
    .string("source", oneOf: FoodOrigin.allCases.map(\.rawValue), "The origin of the foods; all if it is absent."))

  private static let id = ParameterDeclaration.path("id", "The id of the food, in any case.")

  private static let page = ResponseDeclaration.success(
    "One page of foods.", .page("foods", of: FoodSchemas.food),
    example: [
      "foods": [FoodExamples.own], "total_count": 1, "total": 1, "limit": 20, "offset": 0, "has_more": false,
    ])

  private static let nameTaken = ErrorDeclaration(409, "FOOD_EXISTS", "The account has another own food of this name.")

  private static let notOwn = ErrorDeclaration.forbidden("A built-in or imported food cannot be changed.")

  private static func answer(_ summary: String, status: Int = 200) -> ResponseDeclaration {
    .success(summary, FoodSchemas.food, status: status, flattened: true, example: FoodExamples.own)
  }
}
