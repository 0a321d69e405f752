import HealthModels
import Nutrition
import TextModels

/// Corrections of the meal that was offered for the log, or logged by the last answer.
extension Dialogue {
  /// "No, it was 3 eggs", "I meant oat milk", "for lunch", "delete it"; nil for other messages.
  mutating func correctedLog() -> String? {
    let isOffered = before.offer == .log
    guard utterance.words.count <= 14, let meal = isOffered ? before.pendingMeal : before.loggedMeal else { return nil }
    if !isOffered, utterance.has(.unlogs) {
      reply.removedMeal = meal
      return Wording.text("log.removed", ["meal": meal.mealType, "text": meal.text])
    }
    guard let corrected = correction(of: meal) ?? (isOffered ? nil : addition(to: meal)) else { return nil }
    if isOffered || !utterance.has(.correctsMeal) { return confirm(corrected) }
    (reply.removedMeal, reply.meal, state.loggedMeal) = (meal, corrected, corrected)
    let key = corrected.text == meal.text ? "log.moved" : "log.corrected"
    return Wording.text(key, ["meal": corrected.mealType, "text": corrected.text, "before": meal.text])
  }

  /// "And a coffee" after a meal was logged.
  private func addition(to meal: MealInWords) -> MealInWords? {
    let rest = utterance.words.drop(while: WordList.addsToMeal.contains).joined(separator: " ")
    guard rest.utf8.count < utterance.words.joined(separator: " ").utf8.count, !asks, areFoods(rest) else { return nil }
    return MealInWords(text: rest, mealType: utterance.mealType ?? meal.mealType)
  }

  /// The meal with the food, the number or the kind of meal that the message states.
  private func correction(of meal: MealInWords) -> MealInWords? {
    var rest = utterance.words[...]
    while let index = rest.indices.first, let found = WordList.correctsMeal.phrases.longest(in: Array(rest), at: 0) {
      rest = rest[(index + found.phrase.words.count)...]
    }
    let mealType = utterance.values(.meals).first ?? meal.mealType
    guard rest.count < utterance.words.count || mealType != meal.mealType, !asks else { return nil }
    let text = rest.prefix { !WordList.deniesMeal.contains($0) }.joined(separator: " ")
    if areFoods(text) { return MealInWords(text: amount(of: meal.text, for: text), mealType: mealType) }
    if rest.count <= 3, let number = utterance.numbers.first?.value, let corrected = replacing(number, in: meal.text) {
      return MealInWords(text: corrected, mealType: mealType)
    }
    return mealType == meal.mealType ? nil : MealInWords(text: meal.text, mealType: mealType)
  }

  private func areFoods(_ text: String) -> Bool {
    let items = text.isEmpty ? [] : foodLookup.serving(of: text)
    // The parser notes words that it did not understand.
    return !items.isEmpty && items.allSatisfy { $0.confidence >= 0.22 && !$0.notes.contains("not taken into account") }
  }

  /// A food with the amount of the one that it replaces, unless it has its own: "oat milk" for "a glass of milk".
  private func amount(of meal: String, for text: String) -> String {
    let words = Utterance(text)
    let isCounted = words.words.indices.contains { words.number($0) != nil } || words.has("a", "an", "half", "some")
    let old = isCounted ? [] : foodLookup.serving(of: meal)
    return old.count == 1 ? old[0].quantityText + " of " + text : text
  }

  private func replacing(_ number: Double, in meal: String) -> String? {
    let words = Utterance(meal)
    guard let index = words.words.indices.first(where: { words.number($0) != nil }) else { return nil }
    return (words.words[..<index] + [TextFormat.number(number)] + words.words[(index + 1)...]).joined(separator: " ")
  }
}
