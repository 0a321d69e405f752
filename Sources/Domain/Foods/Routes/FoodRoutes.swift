package import API
import HTTPServer
import JSONCodec

/// The endpoints under `/api/v1/foods`.
package struct FoodRoutes: Sendable {
  private let foods: FoodsService
  /// The maximum length of a search in UTF-8.
  static let maxQueryBytes = 200

  /// Creates the routes of a service.
  package init(foods: FoodsService) { self.foods = foods }

  /// All routes; each requires authentication.
  package var routes: [Route] {
    [
      Route(FoodOperations.list) { try await list($0) },
      Route(FoodOperations.search) { try await list($0) },
      Route(FoodOperations.listOwn) { try await list($0, origin: .own) },
      Route(FoodOperations.create) { request in
        let userID = try request.requireIdentity().userID
        let content = try OwnFoodContent(try JSONFields(request))
        return Self.answer(try await foods.own.create(content, userID: userID).details, status: 201)
      },
      Route(FoodOperations.get) { request in
        let userID = try request.requireIdentity().userID
        guard let food = try await foods.find(request.parameter("id"), userID: userID) else {
          throw Problem.notFound("Food not found.")
        }
        return Self.answer(food)
      },
      Route(FoodOperations.barcode) { request in
        guard let barcode = Barcode(request.parameter("gtin")) else {
          throw Problem.invalid("gtin", mustBe: "8, 12, 13 or 14 digits, of which the last one is their check digit")
        }
        guard let food = try await foods.find(barcode) else {
          throw Problem.notFound("No imported food has this barcode.")
        }
        return Self.answer(food)
      },
      Route(FoodOperations.replace) { try await update($0) },
      Route(FoodOperations.update) { try await update($0) },
      Route(FoodOperations.delete) { request in
        let userID = try request.requireIdentity().userID
        try await foods.own.delete(request.parameter("id"), userID: userID)
        return .noContent
      },
    ]
  }

  private func list(_ request: Request, origin: FoodOrigin? = nil) async throws -> Response {
    let userID = try request.requireIdentity().userID
    let page = try Page(request, defaultLimit: 20)
    let name = ["query", "q", "search"].first { request.queryValue($0) != nil }
    let text = name.flatMap(request.queryValue) ?? ""
    guard text.utf8.count <= Self.maxQueryBytes else {
      throw Problem.invalid(name ?? "query", mustBe: "text of at most \(Self.maxQueryBytes) bytes")
    }
    let (rows, total) = try await foods.search(
      text, origin: try origin ?? Self.origin(request), page: page, userID: userID)
    return .success(page.list("foods", rows.map(FoodJSON.food), total: total))
  }

  private static func origin(_ request: Request) throws -> FoodOrigin? {
    guard let text = request.queryValue("source") else { return nil }
    guard let origin = FoodOrigin(rawValue: text) else {
      throw Problem.invalid(
        "source", mustBe: "one of " + FoodOrigin.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return origin
  }

  /// `PUT` and `PATCH`: absent members keep their values.
  private func update(_ request: Request) async throws -> Response {
    let userID = try request.requireIdentity().userID
    let members = try request.jsonObject()
    let food = try await foods.own.update(request.parameter("id"), userID: userID) {
      try $0.changed(by: JSONFields(members))
    }
    return Self.answer(food.details)
  }

  private static func answer(_ food: FoodDetails, status: Int = 200) -> Response {
    .success(FoodJSON.food(food), status: status, flattened: true)
  }
}
