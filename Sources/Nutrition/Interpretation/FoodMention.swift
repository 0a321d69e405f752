package import TextModels

/// A food as a text mentions it, by which a classifier judges whether it was eaten: "she got the pancakes" and "Olive
/// laughed" name none that was (decision 0062).
package struct FoodMention: Sendable {
  /// The words of the text around the name.
  package let context: NameContext
  /// The food by its name in the table, its amount, its connector, and how it was found.
  package let circumstances: [String]
  /// The classifier of the language; nil if it has none.
  private let classifier: TextClassifier?

  /// The class of foods that were not eaten.
  package static let uneaten = "uneaten"
  /// The margin from which a food counts as not eaten.
  private static let limit: Float = 0.3
  /// Tokens that are searched for an open bracket before a name, and for each word of the name.
  private static let maxDistance = 40

  /// The foods that are items of an interpretation, by their clauses. The tokens are those before the translation.
  static func all(
    _ interpretation: Interpretation, _ clauses: [Clause], _ tokens: [Token], _ language: Language?
  ) -> [Int: FoodMention] {
    let text = NameContext.Text(words(tokens))
    var names = NamePlaces()
    for food in language?.foods(in: tokens.map { $0.text ?? "" }) ?? [] {
      names.add(food.words, food.english.map(Stemmer.stem))
    }
    var earlier: Set<String> = []
    let items = interpretation.steps.filter { $0.role == .item }.prefix(2 * EmbeddedMealParser.maxItems)
    return items.reduce(into: [:]) { mentions, step in
      let (clause, matches) = (clauses[step.clause], clauses[step.clause].found.matches)
      guard let food = clause.dish?.food.name, let first = matches.first, let last = matches.last else { return }
      let words = clause.segment.words[first.range.lowerBound..<last.range.upperBound]
      let place =
        names.take(words.flatMap(\.parts).map(\.stem))
        ?? text.range(
          of: words.flatMap { $0.text.split(separator: " ").map(String.init) },
          in: language == nil ? clause.segment.range : tokens.indices, distance: maxDistance)
      guard let context = place.map({ NameContext(text, name: $0) }) else { return }
      mentions[step.clause] = FoodMention(clause, food, tokens, context, earlier, language ?? Languages.english)
      earlier.insert(food)
    }
  }

  private init(
    _ clause: Clause, _ food: String, _ tokens: [Token], _ context: NameContext, _ earlier: Set<String>,
    _ language: Language
  ) {
    self.context = context
    classifier = language.mentions
    let before = tokens[..<context.name.lowerBound].suffix(Self.maxDistance)
    let (segment, matches) = (clause.segment, clause.found.matches)
    let amount = segment.quantities.first.map { $0.unit != nil ? "unit" : $0.amount.isArticle ? "article" : "number" }
    let facts = [
      "corrected": matches.first?.corrections.isEmpty == false, "generic": matches.first?.isGeneric == true,
      "loose": matches.first?.isLoose == true, "again": earlier.contains(food), "first": earlier.isEmpty,
      "bracket": before.count { $0 == .open } > before.count { $0 == .close }, "several": matches.count > 1,
    ]
    circumstances =
      ["food \(food)", "amount \(amount ?? "none")", "after \(segment.connector)"] + facts.filter(\.value).keys
  }

  /// Whether the food was eaten by the writer.
  var isEaten: Bool {
    guard let classifier else { return true }
    return classifier.scores(of: context.features(circumstances, bits: classifier.bits))[0] < Self.limit
  }

  /// The words of a name in a language, as contexts have them.
  package static func words(of name: String, language code: String) -> [String] {
    if let language = Languages.language(code) {
      return words(Tokenizer.tokens(language.separated(name), keepsAccents: true))
    }
    return words(Translator.english(Tokenizer.tokens(name), from: Languages.english, table: .builtIn))
  }

  private static func words(_ tokens: [Token]) -> [String] {
    tokens.map { token in
      switch token {
      case .word(let word): Letters.folded(word)
      case .number, .statedNutrient: "#"
      case .ampersand: "&"
      case .separator: NameContext.pause
      case .dash, .slash, .open, .close: NameContext.break
      }
    }
  }
}
