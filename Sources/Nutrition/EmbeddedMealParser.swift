/// The deterministic parser over the embedded table: a pipeline of pure stages, which `docs/guides/meal-parser.md`
/// describes. Time is linear in the length of the text.
package struct EmbeddedMealParser: MealParser {
  /// Longest text in UTF-8 bytes; longer ones fail.
  package static let maxTextBytes = 8192
  /// Largest number of items; the notes of the last one say that others are not counted.
  package static let maxItems = 100
  /// Characters of an overlong ingredient line that are read.
  private static let maxLineCharacters = 500

  private let otherTable: FoodTable?
  private var table: FoodTable { otherTable ?? .builtIn }

  /// - Parameter table: nil for the built-in one, which is read at the first meal: it takes 20 ms.
  package init(table: FoodTable? = nil) { otherTable = table }

  /// Reads the built-in table, which the first meal would otherwise wait for.
  package static func warmUp() { _ = FoodTable.builtIn }

  /// Parses with the table alone.
  package func parse(_ text: String) -> MealParse { parse(text, additionalFoods: .none) }

  /// Runs the pipeline. Fails for texts over ``maxTextBytes`` and for texts in a language that is not supported.
  package func parse(_ text: String, additionalFoods: FoodOverlay, language hint: String? = nil) -> MealParse {
    do throws(UnreadableText) {
      let reading = try read(text, additionalFoods, hint)
      let uneaten = Set(reading.mentions.filter { !$0.value.isEaten }.keys)
      var builder = MealBuilder(reading.search, uneaten: uneaten, headings: reading.headings)
      let meal = builder.meal(reading.search.interpretations.first ?? Interpretation(steps: []), of: text)
      guard let language = reading.language, case .items(var items) = meal else { return meal }
      for index in items.indices {
        let food = reading.search.table.food(Tokenizer.keyStems(items[index].name))
        items[index].localizedName = food.flatMap { language.localNames[$0] }
      }
      return .items(items)
    } catch {
      return .failure(reason: error.reason, suggestions: error.suggestions)
    }
  }

  /// The interpretations of a text as plain text: tokens, candidate spans, and scores, the chosen one first. The reason
  /// if the text cannot be read.
  package func explanation(
    of text: String, additionalFoods: FoodOverlay = .none, language hint: String? = nil
  ) -> String {
    do throws(UnreadableText) {
      let reading = try read(text, additionalFoods, hint)
      return Explanation(tokens: reading.tokens, search: reading.search).text
    } catch {
      return error.reason
    }
  }

  /// The foods that a text mentions, in its order.
  package func mentions(in text: String, language hint: String = "en") -> [FoodMention] {
    (try? read(text, .none, hint))?.mentions.sorted { $0.key < $1.key }.map(\.value) ?? []
  }

  /// A text with its interpretations.
  private struct Reading {
    /// The tokens before and after their translation; the same for English.
    let spelled: [Token]
    let tokens: [Token]
    let headings: [String]
    /// nil for English.
    let language: Language?
    let search: InterpretationSearch

    /// The foods that are items, by their clauses.
    var mentions: [Int: FoodMention] {
      search.interpretations.first.map { FoodMention.all($0, search.clauses, spelled, language) } ?? [:]
    }
  }

  private struct UnreadableText: Error {
    let reason: String
    let suggestions: [String]
  }

  private func read(_ text: String, _ additionalFoods: FoodOverlay, _ hint: String?) throws(UnreadableText) -> Reading {
    guard text.utf8.count <= Self.maxTextBytes else {
      throw UnreadableText(
        reason: "The text is longer than \(Self.maxTextBytes) bytes.", suggestions: ["Log the meal in several parts"])
    }
    var table = additionalFoods.isEmpty ? table : table.extended(by: additionalFoods)
    let layout = LineLayout.read(text, table: table)
    var (tokens, spelled) = (Tokenizer.tokens(layout.text), [Token]())
    var language: Language?
    switch LanguageDetector(table: table).language(of: layout.text, tokens, hint: hint) {
    case .english where !Languages.english.hasPhrase(tokens.map { $0.text ?? "" }): break
    case .english: tokens = Translator.english(tokens, from: Languages.english, table: table)
    case .supported(let supported):
      spelled = Tokenizer.tokens(supported.separated(layout.text), keepsAccents: true)
      tokens = Translator.english(spelled, from: supported, table: table)
      table.correctsSpelling = false
      table.portions = supported.portions
      language = supported
    case .unsupported(let name):
      throw UnreadableText(
        reason: "The text seems to be in \(name), which is not supported.",
        suggestions: ["Write the meal in \(Languages.list)", "State foods with amounts, for example: 200 g rice"])
    }
    tokens = SharedPortions.rewritten(tokens, table: table)
    tokens = StatedNutrients.annotated(tokens)
    let search = InterpretationSearch(Segmenter.segments(tokens, table: table), table: table)
    if language == nil { spelled = tokens }
    return Reading(
      spelled: spelled, tokens: tokens, headings: layout.headings, language: language, search: search)
  }

  /// Labels an ingredient line of a recipe. Works without the food table, so unknown foods are labelled as well.
  package func label(_ line: String) -> IngredientLabel {
    IngredientLineParser.label(
      line.utf8.count <= Self.maxTextBytes ? line : String(line.prefix(Self.maxLineCharacters)))
  }
}
