import HealthModels
import Nutrition
import TextModels

/// The answers to requests for meal plans: of a meal, a day, or several days in one template.
extension Dialogue {
  /// kcal a day of an unknown user (reference intake of Regulation (EU) No 1169/2011, annex XIII).
  static let usualDay = 2000.0
  private static let maxMeal = 1500.0
  /// kcal a day by age. Rows of `child_energy.tsv`: age  kcal  source
  static let energyOfChildren = CoachTable.childEnergy.rows(3).reduce(into: [Int: Double]()) { energy, row in
    if let age = Int(row[0]) { energy[age] = Double(row[1]) }
  }

  /// - Parameter isAgain: whether the plan repeats the last one with changes.
  mutating func mealPlan(isAgain: Bool = false) -> String {
    // "Rice at lunch" changes a plan of the day, and keeps its other meals.
    let isOfDay = utterance.has(.wholeDay) || isAgain && state.planMeal == nil || state.planEnergy ?? 0 > Self.maxMeal
    let named = isOfDay ? nil : utterance.mealType
    // "What should I eat?" asks for the meal that is next.
    let next = utterance.has(.nextMeal) && !utterance.has("plan") ? diary.nextMeal : nil
    // "Something under 300 kcal" is one meal.
    let small = state.planEnergy.flatMap { $0 < 350 ? "snack" : $0 < 1000 ? diary.nextMeal : nil }
    let meal = named ?? (isAgain ? state.planMeal : next) ?? (utterance.has(.wholeDay) ? nil : small)
    state.planMeal = meal
    let known = planFigures
    if known == nil, facts.isMinor { return Wording.text("energy.minor") }
    let (energy, protein) = known ?? (Self.usualDay, nil)
    let bounds = meal == nil ? 1200.0...5000 : 150...Self.maxMeal
    guard bounds.contains(energy) else {
      return Wording.text(
        "plan.bounds",
        ["what": meal == nil ? "a day" : "a meal", "least": bounds.lowerBound, "most": bounds.upperBound])
    }
    let days = min(state.planDays ?? 1, 7)
    let variant = state.planVariant ?? state.turns
    state.planVariant = variant
    var order = MealPlanner.Order(
      energy: energy, protein: protein, meals: meal.map { [$0] } ?? state.planMeals?.items ?? MealPlanner.Order.meals,
      isLowCarb: state.planIsLowCarb == true, isLowFat: state.planPreferences?.isLowFat == true,
      wanted: (state.planWanted ?? []).union(state.planPreferences?.tags ?? []),
      excluded: excluded, parts: state.planParts ?? [], variant: variant)
    let planner = MealPlanner(foodLookup: foodLookup, rule: dietRule)
    var items: [MealPlan.Item] = []
    for day in 1...days where order.share(of: day) > 0.05 {
      let share = order.share(of: day)
      (order.energy, order.protein) = (energy * share, protein.map { $0 * share })
      (order.day, order.variant) = (days > 1 ? day : nil, variant &+ (day - 1) &* 11)
      guard let foods = foods(order, planner) else {
        let protein = protein.map { Wording.text("plan.impossible.protein", ["protein": $0]) } ?? ""
        return Wording.text("plan.impossible", ["energy": energy, "protein": protein])
      }
      items += foods
    }
    order.energy = energy
    return describe(items, order, days: days)
  }

  private func foods(_ order: MealPlanner.Order, _ planner: MealPlanner) -> [MealPlan.Item]? {
    // "High protein" is not a target: if no such plan exists, the usual plan is the answer.
    let isHigh = state.planProtein == nil && utterance.has(.highProtein)
    let high = isHigh ? max(order.protein ?? 0, order.energy * 0.3 / 4) : order.protein
    // Low in carbohydrates and exactly so much protein may not exist; the energy counts more.
    let least = order.isLowCarb || order.isLowFat || order.day != nil ? nil : order.protein
    return [high, order.protein, least].distinct.lazy.compactMap { protein in
      var order = order
      order.protein = protein
      return planner.plan(order)
    }.first
  }

  /// The stated figures of the plan, otherwise the daily targets or the meal's share of them; nil if none is known.
  private var planFigures: (energy: Double, protein: Double?)? {
    let share = state.planMeal.flatMap { MealPlanner.Order.shares[$0] }
    // No child loses weight by a plan.
    if let need = state.planPreferences?.childAge.flatMap({ Self.energyOfChildren[$0] }) {
      return (max(need * (share ?? 1), state.planEnergy ?? 0), state.planProtein)
    }
    if let energy = state.planEnergy { return (energy, state.planProtein) }
    if let day = targets { return (day.energy * (share ?? 1), state.planProtein ?? day.protein * (share ?? 1)) }
    // A single meal is planned without asking for the facts of the formula.
    return share.map { (Self.usualDay * $0, state.planProtein) }
  }

  /// "A lighter one", "more protein": a quarter more, at most 35 % of the energy.
  mutating func changeSize() {
    let (energy, protein) = planFigures ?? (Self.usualDay, nil)
    let factor = utterance.value(.planSize).flatMap(Double.init) ?? 1
    if factor > 1 || factor < 1 && state.planPreferences?.childAge == nil { state.planEnergy = energy * factor }
    guard utterance.has(.moreProtein) else { return }
    state.planEnergy = state.planEnergy ?? energy
    state.planProtein = min((protein ?? energy * 0.2 / 4) * 1.25, energy * 0.35 / 4)
  }

  mutating func shoppingList() -> String {
    state.lastTopic = DialogueTask.mealPlan.planTopic
    guard let items = state.planItems, !items.isEmpty else { return Wording.text("shopping.none") }
    let people = state.planPreferences?.people ?? 1
    let weights = items.mapValues { ($0 * Double(people)).text("g") }.sorted { $0.key < $1.key }
    let lines = weights.map { "\($0.value) of \($0.key.lowercased())" }
    let head = people > 1 ? "Your shopping list for \(people):" : "Your shopping list:"
    return TextFormat.lines(head, lines) + Wording.text("shopping.end")
  }

  private mutating func describe(_ items: [MealPlan.Item], _ order: MealPlanner.Order, days: Int) -> String {
    let diet = facts.diet.map { $0 == .everything ? "" : $0.rawValue + " " } ?? ""
    let (span, what) = (days == 7 ? "week" : "\(days) days", state.planMeal ?? "day")
    let length = days == 1 ? what : state.planMeal.map { "\($0), \(span)" } ?? span
    let each: [String: any WordingValue] = ["days": days, "what": what, "energy": order.energy]
    let week = days > 1 ? Wording.text("week.description", each) : nil
    let figures = week ?? items.reduce(Nutrients.zero) { $0 + $1.nutrients }.text("plan.figures")
    let plan = MealPlan(
      name: "\(days > 1 ? "" : diet)\(length) with \(order.energy.text("kcal"))\(days > 1 ? " a day" : "")".capitalised,
      description: figures, mealType: state.planMeal ?? "dinner", items: items)
    let people = Double(state.planPreferences?.people ?? 1)
    let weights = items.map { item in
      let guests = order.parts.last { $0.people != nil && $0.has(day: item.day ?? 1, meal: item.meal) }?.people
      return (item.food, item.grams * (guests.map { Double($0) / people } ?? 1))
    }
    state.planItems = Dictionary(weights, uniquingKeysWith: +)
    sources = ["WHO, Healthy diet, 2020", "USDA FoodData Central"]
    func meals(_ day: Int?) -> [(line: String, nutrients: Nutrients)] {
      order.meals.compactMap { meal in
        let items = items.filter { $0.meal == meal && $0.day == day }
        let foods = items.map { (day == nil ? "\($0.grams.text("g")) of " : "") + $0.food.lowercased() }
        let nutrients = items.reduce(Nutrients.zero) { $0 + $1.nutrients }
        return foods.isEmpty ? nil : ("\(meal): " + TextFormat.list(foods), nutrients)
      }
    }
    let all = days == 1 ? meals(nil) : (1...days).flatMap { day in meals(day).map { ("Day \(day): \($0)", $1) } }
    let lines = (days == 1 ? [] : Array(1...days)).map { day in
      let line = meals(day).map(\.line).joined(separator: "; ")
      return "Day \(day): " + (line.isEmpty ? Wording.text("plan.day.free") : line)
    }
    save(.meal(plan), .mealPlan, all.map(\.line), nutrients: all.map(\.nutrients))
    let excluded = facts.excludedFoods
    let allergies = facts.allergies == nil ? Wording.text("plan.noAllergies") : nil
    return TextFormat.lines(
      "Here is your \(diet)plan\(days > 1 ? ": \(length)" : "").", lines.isEmpty ? all.map(\.line) : lines)
      + Wording.join(
        days > 1 ? Wording.text("week.end", each) : "In sum \(figures).",
        excluded.isEmpty ? allergies : Wording.text("plan.excluded", ["foods": excluded]),
        planFigures == nil ? Wording.text("plan.assumed", ["energy": Self.usualDay]) : nil,
        state.planPreferences?.childAge.map { age in
          let values: [String: any WordingValue] = ["age": age, "energy": Self.energyOfChildren[age] ?? 0]
          return Wording.text(age < 5 ? "plan.child.small" : "plan.child", values)
        },
        state.planPreferences?.people.flatMap { $0 > 1 ? Wording.text("plan.people", ["people": $0]) : nil }, planEnding
      )
  }
}
