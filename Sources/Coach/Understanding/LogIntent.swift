import HealthModels

/// A meal that the user wants to be logged: "log 2 eggs for breakfast", "add a banana to my log".
enum LogIntent {
  private static let maxLength = 500

  static func meal(_ utterance: Utterance, _ diary: FoodDiary) -> MealInWords? {
    let lower = utterance.text.lowercased() + " "
    // "Put me on a diet" is no meal.
    let isIntoLog = lower.contains(" log") || lower.contains(" diary")
    let verb = WordList.logVerbs.values.filter { isIntoLog || $0.value != "log" }.flatMap(\.phrases.all)
      .map { $0.words.joined(separator: " ") }.first { lower.hasPrefix($0 + " ") }
    guard verb != nil || utterance.has(.logsStated) else { return nil }
    var words = utterance.text.dropFirst(verb?.count ?? 0).prefix(maxLength).split(separator: " ").map(String.init)
    for phrase in WordList.logPhrases.phrases.all {
      let plain = words.map { Utterance.split($0).joined(separator: " ") }
      guard let start = words.indices.first(where: { phrase.occurs(in: plain, at: $0) }) else { continue }
      words.removeSubrange(start..<(start + phrase.words.count))
    }
    let start = words.joined(separator: " ").drop { " :,.-".contains($0) }
    let text = String(start.reversed().drop { " :,.!?-".contains($0) }.reversed())
    guard text.contains(where: \.isLetter) else { return nil }
    return MealInWords(text: text, mealType: utterance.mealType ?? diary.nextMeal)
  }
}
