import HealthModels
import Nutrition

/// The answers to requests for meal plans: of a meal, a day, or several days in one template.
extension Dialogue {
  /// kcal a day of an unknown user (reference intake of Regulation (EU) No 1169/2011, annex XIII).
  static let usualDay = 2000.0

  /// - Parameter isAgain: whether the plan repeats the last one with changes.
  mutating func mealPlan(isAgain: Bool = false) -> String {
    // "Make the breakfast bigger" is about the day at hand.
    let changesDay =
      isAgain && state.planMeal == nil && (utterance.value(.planSize) != nil || utterance.has(.otherPlan))
    let keepsMeal = isAgain || state.asked != nil
    let named = changesDay || utterance.has(.wholeDay) ? nil : utterance.mealType
    let meal = named ?? (keepsMeal ? state.planMeal : nextMeal) ?? smallMeal
    state.planMeal = meal
    let known = planFigures
    if known == nil, let question = questionBeforePlan() { return question }
    state.planIsAssumed = known == nil ? true : nil
    drop()
    let (energy, protein) = known ?? (Self.usualDay, nil)
    let bounds = meal == nil ? 1200.0...5000 : 150...1500
    guard bounds.contains(energy) else {
      return Wording.text(
        "plan.bounds",
        ["what": meal == nil ? "a day" : "a meal", "least": bounds.lowerBound, "most": bounds.upperBound])
    }
    let variant = state.planVariant ?? state.turns
    state.planVariant = variant
    let order = MealPlanner.Order(
      energy: energy, protein: protein, meals: meal.map { [$0] } ?? state.planMeals?.items ?? MealPlanner.Order.day,
      isLowCarb: state.planIsLowCarb == true, wanted: state.planWanted ?? [], variant: variant)
    let planner = MealPlanner(foodLookup: foodLookup, rule: dietRule)
    if let days = state.planDays, days > 1, meal == nil { return week(planner, order, days: min(days, 7)) }
    guard let items = foods(planner, order) else {
      let protein = protein.map { Wording.text("plan.impossible.protein", ["protein": $0]) } ?? ""
      return Wording.text("plan.impossible", ["energy": energy, "protein": protein])
    }
    return describe(items, order, meal: meal)
  }

  private func foods(_ planner: MealPlanner, _ order: MealPlanner.Order) -> [MealPlan.Item]? {
    // "High protein" is not a target: if no such plan exists, the usual plan is the answer.
    if state.planProtein == nil, utterance.has(.highProtein),
      let rich = planner.plan(order.with(protein: max(order.protein ?? 0, order.energy * 0.3 / 4)))
    {
      return rich
    }
    // Low in carbohydrates and exactly so much protein may not exist; the energy counts more.
    return planner.plan(order) ?? (order.isLowCarb ? planner.plan(order.with(protein: nil)) : nil)
  }

  /// Returns what precedes a plan without a known energy: the answer to minors, or a question for the facts of the formula
  /// if the user wants the energy to be worked out. nil: the plan is made for a usual day.
  private mutating func questionBeforePlan() -> String? {
    if facts.isMinor { return refuse("energy.minor") }
    let asked = state.asked
    // "No idea what to cook" asks for the plan itself.
    let isUnsure = utterance.has(.unsure) && (asked != nil || !utterance.has("help me", "no clue", "no idea"))
    guard isUnsure || asked?.isOfEnergyNeeds == true && asked != .goalWeight else { return nil }
    return EnergyNeeds.missing(facts).map { ask($0, for: .mealPlan) }
  }

  /// The stated figures of the plan, otherwise the daily targets or the meal's share of them; nil if none is known.
  private var planFigures: (energy: Double, protein: Double?)? {
    if let energy = state.planEnergy { return (energy, state.planProtein) }
    let shares = ["breakfast": 0.25, "lunch": 0.3, "dinner": 0.35, "snack": 0.1]
    let share = state.planMeal.flatMap { shares[$0] }
    if let day = targets { return (day.energy * (share ?? 1), state.planProtein ?? day.protein * (share ?? 1)) }
    // A single meal is planned without asking for the facts of the formula.
    return share.map { (Self.usualDay * $0, state.planProtein) }
  }

  /// The first meal of the day that is not logged, for "What should I eat?"; nil for other messages.
  private var nextMeal: String? {
    utterance.has(.nextMeal) && !utterance.has("plan") ? diary.nextMeal : nil
  }

  /// "Something under 300 kcal" is one meal.
  private var smallMeal: String? {
    guard let energy = state.planEnergy, energy < 1000, !utterance.has(.wholeDay) else { return nil }
    return energy < 350 ? "snack" : diary.nextMeal
  }

  /// Makes the plan at hand again, with a change; another one without.
  mutating func again(_ task: DialogueTask, _ change: PlanChange?) -> String {
    if let change {
      state.planExclusions = (state.planExclusions ?? []).union(change.exclusions)
      if !change.wanted.isEmpty { state.planWanted = change.wanted }
      if task == .mealPlan, utterance.has(.shopping) { return shoppingList() }
      if task == .mealPlan { changeMeals() }
      if task == .workoutPlan, utterance.has(.moreDays) {
        state.facts.trainingDays = min((facts.trainingDays ?? WorkoutPlanner.usualDays) + 1, 6)
      }
    }
    // A change keeps the rest of the plan.
    replacesTemplate = change != nil && !utterance.has(.otherPlan)
    if !replacesTemplate { state.planVariant = nil }
    return task == .mealPlan ? mealPlan(isAgain: true) : proceed(task)
  }

  private mutating func changeMeals() {
    let (energy, protein) = planFigures ?? (Self.usualDay, nil)
    if let factor = utterance.value(.planSize).flatMap(Double.init) { state.planEnergy = energy * factor }
    if utterance.has(.lowCarb) { state.planIsLowCarb = true }
    state.planDays = utterance.has(.weekPlan) ? 7 : utterance.days ?? state.planDays
    state.planMeals = utterance.value(.mealSet) ?? state.planMeals
    if utterance.has(.moreProtein) {
      // A quarter more, at most 35 % of the energy.
      let energy = state.planEnergy ?? energy
      state.planEnergy = energy
      state.planProtein = min((protein ?? energy * 0.2 / 4) * 1.25, energy * 0.35 / 4)
    }
  }

  private mutating func shoppingList() -> String {
    state.lastTopic = Topic.mealDose
    guard let items = state.planItems, !items.isEmpty else { return Wording.text("shopping.none") }
    let lines = items.sorted { $0.key < $1.key }.map { food, grams in
      let amount = grams >= 1000 ? "\(TextFormat.number((grams / 100).rounded() / 10)) kg" : grams.text("g")
      return "- \(amount) of \(food.lowercased())\n"
    }
    return "Your shopping list:\n" + lines.joined() + Wording.text("shopping.end")
  }

  private mutating func describe(_ items: [MealPlan.Item], _ order: MealPlanner.Order, meal: String?) -> String {
    let facts = facts
    let diet = facts.diet.flatMap { $0 == .everything ? nil : $0.rawValue + " " } ?? ""
    let figures = items.reduce(Nutrients.zero) { $0 + $1.nutrients }.text("plan.figures")
    save(
      MealPlan(
        name: "\(diet)\(meal ?? "day") with \(order.energy.text("kcal"))".capitalised, description: figures,
        mealType: meal ?? "dinner", items: items))
    sources = ["WHO, Healthy diet, 2020", "USDA FoodData Central"]
    let lines = Self.meals(items, order) { "\($0.grams.text("g")) of \($0.food.lowercased())" }
    let excluded = facts.excludedFoods
    let allergies = facts.allergies == nil ? Wording.text("plan.noAllergies") : nil
    return "Here is your \(diet)plan.\n" + lines.map { "- \($0)\n" }.joined()
      + Wording.join(
        "In sum \(figures).", excluded.isEmpty ? allergies : Wording.text("plan.excluded", ["foods": excluded]),
        state.planIsAssumed.map { _ in Wording.text("plan.assumed", ["energy": Self.usualDay]) }, planEnding("meal"))
  }

  /// Makes several days within the same limits, in one template.
  private mutating func week(_ planner: MealPlanner, _ order: MealPlanner.Order, days: Int) -> String {
    var items: [MealPlan.Item] = []
    var lines: [String] = []
    for day in 1...days {
      var own = order
      own.isOfWeek = true
      own.variant = order.variant &+ day &* 11
      guard var made = planner.plan(own) ?? planner.plan(own.with(protein: nil)) else {
        return Wording.text("week.impossible")
      }
      for index in made.indices { made[index].day = day }
      items += made
      lines.append("- Day \(day): \(Self.meals(made, order) { $0.food.lowercased() }.joined(separator: "; "))\n")
    }
    let length = days == 7 ? "week" : "\(days) days"
    save(
      MealPlan(
        name: "\(length.capitalised) with \(order.energy.text("kcal")) a day",
        description: Wording.text("week.description", ["days": days, "energy": order.energy]), mealType: "dinner",
        items: items))
    return "Here is your plan: \(length).\n\(lines.joined())" + Wording.text("week.end", ["energy": order.energy])
  }

  private static func meals(
    _ items: [MealPlan.Item], _ order: MealPlanner.Order, _ name: (MealPlan.Item) -> String
  ) -> [String] {
    order.meals.compactMap { meal in
      let names = items.filter { $0.meal == meal }.map(name)
      return names.isEmpty ? nil : "\(meal): " + TextFormat.list(names)
    }
  }

  private mutating func save(_ plan: MealPlan) {
    save(.meal(plan), .mealPlan, Topic.mealDose)
    state.planItems = Dictionary(plan.items.map { ($0.food, $0.grams) }, uniquingKeysWith: +)
  }
}
