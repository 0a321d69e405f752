/// The deterministic parser over the embedded table.
///
/// text → tokens → parts → foods and amounts → grams → nutrients. Time grows linearly with the text.
package struct EmbeddedMealParser: MealParser {
  /// Longer texts are refused.
  package static let maxTextBytes = 8192
  /// A text with more items is cut; the last item says so.
  package static let maxItems = 100

  private let otherTable: FoodTable?
  private var table: FoodTable { otherTable ?? .builtIn }

  /// - Parameter table: nil for the built-in one, which is read at the first meal: it takes 20 ms.
  package init(table: FoodTable? = nil) { otherTable = table }

  /// Reads the built-in table, which the first meal would otherwise wait for.
  package static func warmUp() { _ = FoodTable.builtIn }

  package func parse(_ text: String) -> MealParse { parse(text, knowing: .none) }

  /// The labels of an ingredient line; no food need be known.
  package func label(_ line: String) -> IngredientLabel {
    LabelReader.label(line.utf8.count <= Self.maxTextBytes ? line : String(line.prefix(500)))
  }

  package func parse(_ text: String, knowing further: FoodOverlay) -> MealParse {
    guard text.utf8.count <= Self.maxTextBytes else {
      return .failure(
        reason: "The text is longer than \(Self.maxTextBytes) bytes.", suggestions: ["Log the meal in several parts"])
    }
    let table = further.isEmpty ? table : table.extended(by: further)
    let layout = LineLayout.read(text, table: table)
    var tokens = JoinedWords.joined(Tokeniser.tokens(layout.text), table: table)
    tokens = SharedMeals.marked(SliceThickness.sized(tokens), table: table)
    tokens = StatedNutrients.marked(tokens)
    var reading = MealReading(table: table, heads: layout.heads)
    for part in Segmenter.parts(tokens, table: table) { reading.read(part) }
    return reading.result(of: text)
  }
}
