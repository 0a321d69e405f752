/// The words that make a food suitable despite its name: "dairy free", "decaf", "well done". Rows `suitable` of `words.tsv`,
/// with keys of restrictions, or a condition for all its rules, as value.
enum SuitableForm {
  private static let reach = 4

  /// Whether such words stand beside a food, in the same sentence and not beyond another food: "vegan mayo", "steak, well
  /// done".
  static func isNamed(_ mention: RestrictedFoods.Mention, _ text: FoodText) -> Bool {
    if isPlantDish(mention, text.words) { return true }
    let condition = String(mention.key.prefix { $0 != "/" })
    let phrases = Set([mention.key, condition]).sorted().flatMap { byKey[$0] ?? [] }
    guard !phrases.isEmpty else { return false }
    func near(_ indices: some Sequence<Int>) -> [Int] {
      indices.prefix(reach).prefix { index in
        text.isTogether(index, mention.start) && !WordList.foodSeparators.contains(text.words[index])
      }
    }
    func named(_ indices: [Int], _ phrases: [Phrase]) -> Bool {
      indices.contains { index in
        phrases.contains {
          $0.occurs(in: text.words, at: index) && index + $0.words.count <= (indices.last ?? index) + 1
        }
      }
    }
    if named(near(text.words[..<mention.start].indices.reversed()).reversed(), phrases) { return true }
    let after = text.words[mention.end...].indices
    if named(near(after), phrases) { return true }
    // "A latte with oat milk", but not "a burger with vegan cheese".
    guard mention.end < text.words.count, ["with", "on", "in"].contains(text.words[mention.end]) else { return false }
    return named(near(after.dropFirst()), phrases.filter { $0.words.count > 1 })
  }

  /// Whether a dish that is usually made with meat is named by a plant: "lentil bolognese".
  private static func isPlantDish(_ mention: RestrictedFoods.Mention, _ words: [String]) -> Bool {
    guard mention.start > 0, mention.key.hasSuffix("/meat") || mention.key.hasSuffix("/pork") else { return false }
    return WordList.plantModifiers.contains(words[mention.start - 1])
      && WordList.meatDishes.contains(words[mention.end - 1])
  }

  private static let byKey: [String: [Phrase]] = WordList.suitable.values.reduce(into: [:]) { table, row in
    for key in row.value.items { table[key, default: []] += row.phrases.all }
  }
}
