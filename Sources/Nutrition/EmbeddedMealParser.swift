/// The deterministic parser over the embedded table.
///
/// text → tokens → parts → foods and amounts → grams → nutrients. Time grows linearly with the text.
package struct EmbeddedMealParser: MealParser {
  /// Longer texts are refused.
  package static let maxTextBytes = 8192
  /// A text with more items is cut; the last item says so.
  package static let maxItems = 100

  private let table: FoodTable

  package init(table: FoodTable = .builtIn) { self.table = table }

  package func parse(_ text: String) -> MealParse {
    guard text.utf8.count <= Self.maxTextBytes else {
      return .failure(
        reason: "The text is longer than \(Self.maxTextBytes) bytes.", suggestions: ["Log the meal in several parts"])
    }
    let parts = PartSplitter.parts(Tokeniser.tokens(text), table: table)
    var reading = Reading(table: table)
    for part in parts { reading.read(part) }
    return reading.result()
  }
}

/// The state of one parse: items so far and what still has to be said about the text.
private struct Reading {
  let table: FoodTable
  var reader: PartReader
  var items: [ParsedItem] = []
  var unknown: [String] = []
  /// Notes that wait for the first item.
  var waiting: [String] = []

  init(table: FoodTable) {
    self.table = table
    reader = PartReader(table)
  }

  mutating func read(_ part: Part) {
    if part.joint == .excluded { return note("without \(part.text.prefix(60))") }
    let outcome = reader.read(part)
    if !outcome.unknown.isEmpty {
      unknown.append(outcome.unknown)
      return note("\"\(outcome.unknown.prefix(80))\" was not recognised and is not counted")
    }
    if part.joint == .alternative, !items.isEmpty, let other = outcome.items.first {
      return note("or \(other.name): the first of the two is counted")
    }
    for item in outcome.items { append(item) }
    if outcome.items.isEmpty { attach(part) }
  }

  private mutating func append(_ item: ParsedItem) {
    guard items.count < EmbeddedMealParser.maxItems else {
      if items.count == EmbeddedMealParser.maxItems, items.last?.notes.contains("more items") == false {
        note("there are more items than can be counted")
      }
      return
    }
    var item = item
    for text in waiting { item.add(note: text) }
    waiting = []
    items.append(item)
  }

  /// "chicken breast, grilled" describes; "milk, 200 ml" gives the amount of what stands before.
  private mutating func attach(_ part: Part) {
    guard let amount = PartReader.merged(part.amounts), !amount.amount.isArticle, let last = items.last,
      last.notes.contains("assumed"), let food = table.foods.first(where: { $0.name == last.name })
    else { return }
    let portion = PortionResolver(food: food).portion(value: amount.amount.value, unit: amount.unit, size: nil)
    items[items.count - 1].take(portion, of: food)
  }

  private mutating func note(_ text: String) {
    if items.isEmpty {
      if waiting.count < 20 { waiting.append(text) }
    } else if items[items.count - 1].notes.utf8.count < 1000 {
      items[items.count - 1].add(note: text)
    }
  }

  func result() -> MealParse {
    guard items.isEmpty else { return .items(items) }
    return Suggestions(table: table).failure(unknown: unknown)
  }
}

extension ParsedItem {
  fileprivate mutating func take(_ portion: Portion, of food: Food) {
    quantityText = portion.unit.text(portion.value)
    quantityValue = portion.value
    unit = portion.unit.displayName
    grams = portion.grams
    nutrients = food.per100Grams.scaled(by: portion.grams / 100)
    confidence = portion.confidence
    notes = portion.notes.joined(separator: "; ")
  }
}
