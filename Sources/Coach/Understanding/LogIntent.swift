import HealthModels

/// A meal that the user wants to be logged: "log 2 eggs for breakfast", "add a banana to my log".
enum LogIntent {
  private static let maxLength = 500

  static func meal(_ utterance: Utterance, _ diary: FoodDiary) -> MealInWords? {
    guard let start = start(utterance.text) ?? (utterance.has(.logsStated) ? 0 : nil) else { return nil }
    var text = " " + String(utterance.text.dropFirst(start).prefix(maxLength))
    for phrase in WordList.logPhrases.phrases.all { text = text.without(" " + phrase.words.joined(separator: " ")) }
    text = String(text.drop { " :,.-".contains($0) })
    while let last = text.last, " :,.!?-".contains(last) { text.removeLast() }
    guard text.contains(where: \.isLetter) else { return nil }
    return MealInWords(
      text: text, mealType: utterance.mealType ?? diary.nextMeal)
  }

  /// Returns the number of characters of the verb; nil if the message does not begin with one.
  private static func start(_ text: String) -> Int? {
    let lower = text.lowercased()
    guard lower.count == text.count else { return nil }
    // "Put me on a diet" is no meal.
    let isIntoLog = lower.contains(" log") || lower.contains(" diary")
    return WordList.logVerbs.values.filter { isIntoLog || $0.value != "log" }.flatMap(\.phrases.all)
      .map { $0.words.joined(separator: " ") }
      .first { lower == $0 || lower.hasPrefix($0 + " ") }?.count
  }
}

extension String {
  /// Returns the text without an ASCII phrase, in whatever case it is written.
  fileprivate func without(_ phrase: String) -> String {
    let wanted = Array(phrase.utf8)
    var rest: [UInt8] = []
    for byte in utf8 {
      rest.append(byte)
      let end = rest.suffix(wanted.count).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      if end == wanted { rest.removeLast(wanted.count) }
    }
    return String(decoding: rest, as: UTF8.self)
  }
}
