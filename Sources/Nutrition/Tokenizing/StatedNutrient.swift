import TextModels

/// A nutrient value that the text states: "100 g yoghurt with 9 g fat".
struct StatedNutrient: Hashable, Sendable {
  enum Kind: String, Hashable, Sendable { case energy, protein, carbohydrate, fat, fiber }

  let kind: Kind
  /// Kilocalories for energy, otherwise grams.
  let value: Double

  /// The text of the note.
  var text: String { "\(TextFormat.decimal(value)) \(kind == .energy ? "kcal" : "g \(kind.rawValue)") as stated" }
}

/// Replaces the words of stated nutrients by one token each.
enum StatedNutrients {
  /// One pass; each token is examined with at most four neighbours.
  static func annotated(_ tokens: [Token]) -> [Token] {
    guard tokens.indices.contains(where: { kind(tokens, $0) != nil }) else { return tokens }
    var result: [Token] = []
    var index = 0
    while index < tokens.count {
      // At the beginning of a text the word is a food ("protein 30 g").
      if let found = valueFirst(tokens, index) ?? (result.isEmpty ? nil : nameFirst(tokens, index)),
        !result.isEmpty || found.nutrient.kind == .energy
      {
        result.append(.statedNutrient(found.nutrient))
        index = found.next
      } else {
        result.append(tokens[index])
        index += 1
      }
    }
    return result
  }

  /// "9 g fat", "20g of protein", "250 kcal"; not "20 g protein bar".
  private static func valueFirst(_ tokens: [Token], _ start: Int) -> (nutrient: StatedNutrient, next: Int)? {
    guard case .number(let value, _) = tokens[start] else { return nil }
    let hasGrams = tokens.unit(start + 1) == .gram
    var index = start + (hasGrams ? 2 : 1)
    if tokens.word(index) == "of" { index += 1 }
    // "bread 100 g, protein: 10 g" without its comma: the word belongs to the number after it.
    guard let kind = kind(tokens, index), hasGrams != (kind == .energy), nameFirst(tokens, index) == nil else {
      return nil
    }
    if let next = tokens.word(index + 1), !["and", "with", "per", "in", "total", "each", "plus", "for"].contains(next),
      kind != .energy || !next.has(.energyOf)
    {
      return nil
    }
    return (nutrient(kind, value, tokens[index]), index + 1)
  }

  /// "fat 9 g", "protein: 20g", "kcal 300"; not "low fat 200 g yoghurt", "mince 5% fat 500 g".
  private static func nameFirst(_ tokens: [Token], _ start: Int) -> (nutrient: StatedNutrient, next: Int)? {
    guard let kind = kind(tokens, start),
      tokens.word(start - 1).map({ $0.has(.degree) || $0.hasSuffix("%") }) != true
    else { return nil }
    var index = start + 1
    if tokens.token(index) == .separator || tokens.word(index) == "of" { index += 1 }
    guard case .number(let value, _)? = tokens.token(index) else { return nil }
    let hasGrams = tokens.unit(index + 1) == .gram
    let next = index + (hasGrams ? 2 : 1)
    guard hasGrams != (kind == .energy),
      tokens.word(next).map({ ["and", "with", "per", "in", "kcal", "cal"].contains($0) }) ?? true
    else { return nil }
    return (nutrient(kind, value, tokens[start]), next)
  }

  private static func nutrient(_ kind: StatedNutrient.Kind, _ value: Double, _ token: Token) -> StatedNutrient {
    StatedNutrient(kind: kind, value: token == .word("kj") ? value / 4.184 : value)
  }

  private static func kind(_ tokens: [Token], _ index: Int) -> StatedNutrient.Kind? {
    tokens.word(index).flatMap { kinds[$0] }
  }

  private static let kinds = Lexicon.keys("nutrient").compactMapValues(StatedNutrient.Kind.init)
}
