/// The words that make a food suitable despite its name: "dairy free", "decaf", "well done". Rows `suitable` of `words.tsv`,
/// with a key of `AllergenFoods`, or a condition for all its rules, as value.
enum SuitableForm {
  /// The number of words before and after a food that are read.
  private static let reach = 4

  /// Whether such words stand beside a food, in the same sentence and not beyond another food: "vegan mayo", "steak, well
  /// done".
  static func isNamed(_ mention: AllergenFoods.Mention, _ words: [String], _ text: SafetyText) -> Bool {
    if isPlantDish(mention, words) { return true }
    let condition = mention.key.split(separator: "/").first.map(String.init) ?? mention.key
    let phrases = (byKey[mention.key] ?? []) + (condition == mention.key ? [] : byKey[condition] ?? [])
    guard !phrases.isEmpty else { return false }
    let sentence = text.words[mention.start].sentence
    func isNear(_ index: Int) -> Bool {
      text.words[index].sentence == sentence && !WordList.foodSeparators.contains(words[index])
    }
    func named(_ indices: [Int], _ phrases: [Phrase]) -> Bool {
      indices.contains { index in
        phrases.contains { $0.occurs(in: words, at: index) && index + $0.words.count <= (indices.last ?? index) + 1 }
      }
    }
    let before = words[..<mention.start].indices.reversed().prefix(reach).prefix(while: isNear).reversed()
    if named(Array(before), phrases) { return true }
    let after = words[mention.end...].indices
    if named(Array(after.prefix(reach).prefix(while: isNear)), phrases) { return true }
    // "A latte with oat milk", but not "a burger with vegan cheese".
    guard mention.end < words.count, ["with", "on", "in"].contains(words[mention.end]) else { return false }
    return named(Array(after.dropFirst().prefix(reach).prefix(while: isNear)), phrases.filter { $0.words.count > 1 })
  }

  /// Whether a dish that is usually made with meat is named by a plant: "lentil bolognese".
  private static func isPlantDish(_ mention: AllergenFoods.Mention, _ words: [String]) -> Bool {
    guard mention.start > 0, mention.key.hasSuffix("/meat") || mention.key.hasSuffix("/pork") else { return false }
    return WordList.plantModifiers.contains(words[mention.start - 1])
      && WordList.meatDishes.contains(words[mention.end - 1])
  }

  private static let byKey: [String: [Phrase]] = WordList.suitable.values.reduce(into: [:]) { table, row in
    for key in row.value.split(separator: ",") { table[String(key), default: []] += row.phrases.all }
  }
}
