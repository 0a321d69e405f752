import HealthModels

/// A meal that the user wants to be logged: "log 2 eggs for breakfast", "add a banana to my log".
enum LogIntent {
  /// The maximum length of the words of a meal, in characters.
  private static let maxLength = 500

  /// Returns the meal; nil if a message asks for nothing of the kind.
  static func meal(_ utterance: Utterance, _ diary: FoodDiary) -> MealInWords? {
    guard let start = start(utterance.text) else { return nil }
    var text = String(utterance.text.dropFirst(start).prefix(maxLength))
    for phrase in phrases {
      while let range = text.lowercased().firstRange(of: phrase) {
        // Lower case keeps the number of characters of these phrases' surroundings in ASCII only.
        guard text.lowercased().count == text.count else { break }
        let lower = text.lowercased()
        let first = lower.distance(from: lower.startIndex, to: range.lowerBound)
        let length = lower.distance(from: range.lowerBound, to: range.upperBound)
        let from = text.index(text.startIndex, offsetBy: first)
        text.removeSubrange(from..<text.index(from, offsetBy: length))
      }
    }
    text = String(text.drop { " :,.-".contains($0) })
    while let last = text.last, " :,.!?-".contains(last) { text.removeLast() }
    guard text.contains(where: \.isLetter) else { return nil }
    return MealInWords(text: text, mealType: DiaryAnswer.mealType(utterance) ?? next(diary))
  }

  /// Returns the number of characters of the verb; nil if the message does not begin with one.
  private static func start(_ text: String) -> Int? {
    let lower = text.lowercased()
    guard lower.count == text.count else { return nil }
    return verbs.first { lower.hasPrefix($0) }?.count
  }

  private static func next(_ diary: FoodDiary) -> String {
    let eaten = diary.meals.filter { $0.date == diary.today }.map(\.type)
    return ["breakfast", "lunch", "dinner"].first { !eaten.contains($0) } ?? "snack"
  }

  private static let verbs = [
    "please log ", "can you log ", "could you log ", "log that i ate ", "log that i had ", "log my breakfast",
    "log my lunch",
    "log my dinner", "log my snack", "log for me ", "log ", "track ", "record ", "please add ", "can you add ", "add ",
    "note that i ate ", "put down ",
  ]
  private static let phrases = [
    " for breakfast", " for lunch", " for dinner", " as a snack", " as snack", " for my snack", " as breakfast",
    " as lunch",
    " as dinner", " to my log", " in my log", " to my diary", " to the log", " to my breakfast", " to my lunch",
    " to my dinner", " please", " for me", " today", " this morning", " just now", " i had", " i ate", " to breakfast",
    " to lunch", " to dinner",
  ]
}

/// The answers around logging from the chat.
enum LogAnswer {
  static func ask(_ meal: MealInWords, _ dialogue: inout Dialogue) -> String {
    let items = dialogue.foodLookup.serving(of: meal.text)
    guard !items.isEmpty else {
      return "I could not read a food in \"\(meal.text.prefix(60))\". Write it like \"log 2 eggs for breakfast\"."
    }
    dialogue.state.pendingMeal = meal
    dialogue.state.offer = .log
    return FoodAnswer.amount(nil, items) + " Shall I log it as \(meal.mealType)?"
  }

  static func confirm(_ dialogue: inout Dialogue) -> String? {
    guard let meal = dialogue.turn.state.pendingMeal else { return nil }
    dialogue.meal = meal
    return "Logged as \(meal.mealType): \(meal.text). It is in your log in a moment."
  }
}
