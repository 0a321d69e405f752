import HealthModels

/// A meal that the user wants to be logged: "log 2 eggs for breakfast", "add a banana to my log".
enum LogIntent {
  private static let maxLength = 500

  static func meal(_ utterance: Utterance, _ diary: FoodDiary) -> MealInWords? {
    guard let start = start(utterance.text) ?? (utterance.has(.logsStated) ? 0 : nil) else { return nil }
    var text = " " + String(utterance.text.dropFirst(start).prefix(maxLength))
    for phrase in WordList.logPhrases.phrases.all {
      guard let pattern = try? Regex(" " + phrase.words.joined(separator: " ")) else { continue }
      text = text.replacing(pattern.ignoresCase(), with: "")
    }
    text = String(text.drop { " :,.-".contains($0) })
    while let last = text.last, " :,.!?-".contains(last) { text.removeLast() }
    guard text.contains(where: \.isLetter) else { return nil }
    return MealInWords(text: text, mealType: utterance.mealType ?? diary.nextMeal)
  }

  /// Returns the number of characters of the verb; nil if the message does not begin with one.
  private static func start(_ text: String) -> Int? {
    let lower = text.lowercased()
    // "Put me on a diet" is no meal.
    let isIntoLog = lower.contains(" log") || lower.contains(" diary")
    return WordList.logVerbs.values.filter { isIntoLog || $0.value != "log" }.flatMap(\.phrases.all)
      .map { $0.words.joined(separator: " ") }
      .first { lower == $0 || lower.hasPrefix($0 + " ") }?.count
  }
}
