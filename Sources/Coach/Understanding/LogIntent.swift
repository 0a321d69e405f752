import HealthModels

/// A meal that the user wants to be logged: "log 2 eggs for breakfast", "add a banana to my log".
enum LogIntent {
  /// The maximum length of the words of a meal, in characters.
  private static let maxLength = 500

  /// Returns the meal; nil if a message asks for nothing of the kind.
  static func meal(_ utterance: Utterance, _ diary: FoodDiary) -> MealInWords? {
    guard let start = start(utterance.text) else { return nil }
    var text = String(utterance.text.dropFirst(start).prefix(maxLength))
    for phrase in WordList.logPhrases.phrases.map({ " " + $0.words.joined(separator: " ") }) {
      while let range = text.range(ofPhrase: phrase) { text.removeSubrange(range) }
    }
    text = String(text.drop { " :,.-".contains($0) })
    while let last = text.last, " :,.!?-".contains(last) { text.removeLast() }
    guard text.contains(where: \.isLetter) else { return nil }
    return MealInWords(text: text, mealType: DiaryAnswer.mealType(utterance) ?? MealPlanAnswer.nextOfDay(diary))
  }

  /// Returns the number of characters of the verb; nil if the message does not begin with one.
  private static func start(_ text: String) -> Int? {
    let lower = text.lowercased()
    guard lower.count == text.count else { return nil }
    // "Put me on a diet" is no meal.
    let isIntoLog = lower.contains(" log") || lower.contains(" diary")
    let verbs = WordList.logVerbs.values.filter { isIntoLog || $0.value != "log" }.flatMap(\.phrases.all)
      .map { $0.words.joined(separator: " ") }
    return verbs.first { lower == $0 || lower.hasPrefix($0 + " ") }?.count
  }
}

extension String {
  /// Returns the first range of a phrase, without regard to the case of ASCII letters.
  fileprivate func range(ofPhrase phrase: String) -> Range<Index>? {
    let text = Array(utf8)
    let wanted = Array(phrase.utf8)
    func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    guard text.count >= wanted.count else { return nil }
    let found = (0...(text.count - wanted.count)).first { start in
      wanted.indices.allSatisfy { lower(text[start + $0]) == wanted[$0] }
    }
    return found.map { start in
      let first = utf8.index(startIndex, offsetBy: start)
      return first..<utf8.index(first, offsetBy: wanted.count)
    }
  }
}
