/// The words that make a food suitable despite its name: "dairy free", "decaf", "well done". Rows `suitable` of `words.tsv`,
/// with keys of restrictions, or a condition for all its rules, as value.
enum SuitableForm {
  private static let reach = 4

  /// Whether such words stand beside a food, in the same sentence and not beyond another food: "vegan mayo", "steak, well
  /// done".
  static func isNamed(_ mention: RestrictedFoods.Mention, _ text: FoodText) -> Bool {
    if isPlantDish(mention, text.words) { return true }
    let condition = String(mention.key.prefix { $0 != "/" })
    let phrases = [mention.key, condition].compactMap { byKey[$0] }
    func near(_ indices: some Sequence<Int>) -> [String] {
      indices.prefix(reach).map { $0 }
        .prefix { text.isTogether($0, mention.start) && !WordList.foodSeparators.contains(text.words[$0]) }
        .sorted().map { text.words[$0] }
    }
    let after = text.words[mention.end...].indices
    let before = near(text.words[..<mention.start].indices.reversed())
    if phrases.contains(where: { $0.occur(in: before) || $0.occur(in: near(after)) }) { return true }
    // "A latte with oat milk", but not "a burger with vegan cheese".
    guard let link = after.first, ["with", "on", "in"].contains(text.words[link]) else { return false }
    let content = near(after.dropFirst())
    return content.indices.contains { index in
      phrases.contains { $0.longest(in: content, at: index)?.words.count ?? 0 > 1 }
    }
  }

  /// Whether a dish that is usually made with meat is named by a plant: "lentil bolognese".
  private static func isPlantDish(_ mention: RestrictedFoods.Mention, _ words: [String]) -> Bool {
    guard mention.start > 0, mention.key.hasSuffix("/meat") || mention.key.hasSuffix("/pork") else { return false }
    return WordList.plantModifiers.contains(words[mention.start - 1])
      && WordList.meatDishes.contains(words[mention.end - 1])
  }

  private static let byKey = Dictionary(
    WordList.suitable.values.flatMap { row in row.value.items.map { ($0, row.phrases.all) } }, uniquingKeysWith: +
  ).mapValues { Phrases($0) }
}
