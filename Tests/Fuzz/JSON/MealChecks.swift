import Bytes
import FuzzSupport
import HealthModels
import JSONCodec

@testable import Meals

let moment = Timestamp(seconds: 1_768_478_400)
let environment = Environment(
  now: { moment }, newID: { "00000000-0000-4000-8000-000000000000" }, randomBytes: { [UInt8](repeating: 0, count: $0) })

/// An accepted meal obeys its bounds and can be written to JSON.
func checkMeal(_ body: [String: JSONValue]) {
  if let text = try? MealInput.rawInput(body) {
    require((1...1000).contains(text.count) && text.utf8.count <= 16 << 10, "raw_input over its bounds")
  }
  if let type = try? MealInput.mealType(body) { require(MealType(rawValue: type) != nil, "no meal type: \(type)") }
  if let time = try? MealInput.loggedAt(body, now: moment) {
    let whole = Timestamp(seconds: time.seconds)
    require(Timestamp(rfc3339: time.rfc3339) == whole, "\(time.rfc3339) is read as another time")
  }
  guard let items = try? MealInput.items(body, environment: environment) else { return }
  require((1...MealInput.maxItems).contains(items.count), "items over their bounds")
  for item in items {
    let figures = [
      item.quantityValue, item.nutrients.energyKilocalories, item.nutrients.protein, item.nutrients.carbohydrate,
      item.nutrients.fat, item.nutrients.fiber, item.nutrients.sugar,
    ]
    require(figures.allSatisfy { (0...1e6).contains($0) }, "a figure over its bounds")
    require((1...200).contains(item.name.count) && item.unit.count <= 50, "a text over its bounds")
  }
  let log = MealLog(
    id: "m", userID: "u", rawInput: "", mealType: "snack", status: .manual, loggedAt: moment, createdAt: moment,
    updatedAt: moment, items: items)
  checkWriting(MealLogJSON.log(log))
}
