import HealthModels
import Nutrition
import TextModels

/// The answers to "How much protein is in 200 g chicken?" and "Is olive oil healthy?", and around logging from the chat.
extension Dialogue {
  func amount(_ nutrient: Nutrient?, _ items: [ParsedItem]) -> String {
    func figures(_ nutrients: Nutrients) -> String { nutrient?.text(nutrients) ?? nutrients.text("food.figures") }
    var sentences = items.prefix(8).map { "\(portion($0)): \(figures($0.nutrients))" }
    if items.count > 1 { sentences.append("together: \(figures(items.reduce(Nutrients.zero) { $0 + $1.nutrients }))") }
    let notes = items.map(\.notes).filter { !$0.isEmpty }.prefix(2)
    return Wording.join(
      sentences.joined(separator: "; ") + ".", notes.isEmpty ? nil : "(\(notes.joined(separator: "; ")).)")
  }

  func healthy(_ item: ParsedItem) -> String {
    guard let food = foodLookup.food(item.name) else { return amount(nil, [item]) }
    return Wording.join(
      Wording.text("food.healthy", ["food": food.name, "n": food.per100Grams]),
      Wording.find("advice." + food.name)
        ?? Wording.find("advice." + (food.name.hasSuffix("Oil") ? "oil" : food.category)),
      Wording.text("food.portion", ["portion": portion(item), "energy": item.nutrients.energyKilocalories]))
  }

  /// The answer to "Can I have a beer?" after a plan.
  func fits(_ item: ParsedItem) -> String {
    let (day, energy) = (before.planEnergy ?? targets?.energy ?? Self.usualDay, item.nutrients.energyKilocalories)
    let isOfMeals = before.planned == .mealPlan && before.planMeal == nil
    let share = Wording.text("food.fits", ["share": (energy / day * 100).rounded(), "day": day])
    return Wording.join(amount(nil, [item]), isOfMeals ? share : Wording.text("food.fits.any"))
  }

  /// "200g of chicken breast", "1 medium banana (118 g)".
  private func portion(_ item: ParsedItem) -> String {
    let weight = item.unit == "grams" ? "" : " (\(item.grams.text("g")))"
    let isSize =
      ["small", "medium", "large", "extra large", "mini"].contains(item.unit) || item.unit.hasSuffix(" size")
    return "\(item.quantityText) \(isSize ? "" : "of ")\(item.name.lowercased())\(weight)"
  }

  /// The foods that the message leaves out, in the words of plans or, if those have none, of the message.
  var foodsLeftOut: Set<String>? {
    let foods = utterance.clauses().flatMap { clause -> Set<String> in
      let names = foodLookup.exact(clause.joined(separator: " ")).map { FoodPhrase.words($0.label) }
      if names.isEmpty { return PlanChange.named(clause, PlanFood.words) }
      // "Goat cheese" is not all cheese.
      return names.reduce(into: []) { foods, words in
        let known = PlanChange.named(words[...], PlanFood.words).filter { words.count == 1 || $0.contains(" ") }
        foods.formUnion(known.isEmpty ? [words.joined(separator: " ")] : known)
      }
    }
    return foods.isEmpty ? nil : Set(foods)
  }

  private static let maxLoggedLength = 500

  /// The meal that the user wants to be logged: "log 2 eggs for breakfast", "add a banana to my log".
  var mealToLog: MealInWords? {
    let lower = utterance.text.lowercased() + " "
    // "Put me on a diet" is no meal.
    let isIntoLog = lower.contains(" log") || lower.contains(" diary")
    let verb = WordList.logVerbs.values.filter { isIntoLog || $0.value != "log" }.flatMap(\.phrases.all)
      .map { $0.words.joined(separator: " ") }.first { lower.hasPrefix($0 + " ") }
    guard verb != nil || utterance.has(.logsStated) else { return nil }
    let logged = utterance.text.dropFirst(verb?.count ?? 0).prefix(Self.maxLoggedLength)
    var words = logged.split(separator: " ").map(String.init)
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

  mutating func confirm(_ meal: MealInWords) -> String {
    let items = foodLookup.serving(of: meal.text)
    guard !items.isEmpty else { return Wording.text("log.unread", ["text": String(meal.text.prefix(60))]) }
    state.pendingMeal = meal
    state.offer = .log
    return Wording.text("log.ask", ["figures": amount(nil, items), "meal": meal.mealType])
  }

  mutating func log() -> String {
    reply.meal = before.pendingMeal
    state.loggedMeal = reply.meal
    return reply.meal.map { Wording.text("log.done", ["meal": $0.mealType, "text": $0.text]) } ?? Wording.text("no.log")
  }
}
