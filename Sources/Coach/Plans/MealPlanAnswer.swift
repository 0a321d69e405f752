import HealthModels
import Nutrition

/// The answers to requests for meal plans: of a meal, a day, or several days in one template.
enum MealPlanAnswer {
  /// kcal a day of an unknown user (reference intake of Regulation (EU) No 1169/2011, annex XIII).
  static let usualDay = 2000.0
  private static let shares = ["breakfast": 0.25, "lunch": 0.3, "dinner": 0.35, "snack": 0.1]

  /// - Parameter isAgain: whether the plan repeats the last one with changes.
  static func text(_ dialogue: inout Dialogue, isAgain: Bool = false) -> String {
    let isSame = isAgain || dialogue.state.asked != nil
    // "Make the breakfast bigger" is about the day at hand.
    let isOfDay =
      isAgain && dialogue.state.planMeal == nil
      && (dialogue.utterance.value(.planSize) != nil || dialogue.utterance.has(.otherPlan))
    let named = isOfDay ? nil : oneMeal(dialogue.utterance)
    let meal = named ?? (isSame ? dialogue.state.planMeal : next(dialogue)) ?? small(dialogue)
    dialogue.state.planMeal = meal
    let known = figures(dialogue, meal: meal)
    if known == nil, let question = questionBeforePlan(&dialogue) { return question }
    dialogue.state.planIsAssumed = known == nil ? true : nil
    dialogue.drop()
    let figures = known ?? (energy: usualDay, protein: nil)
    let bounds = meal == nil ? 1200.0...5000 : 150...1500
    guard bounds.contains(figures.energy) else {
      return Wording.text(
        "plan.bounds",
        ["what": meal == nil ? "a day" : "a meal", "least": bounds.lowerBound, "most": bounds.upperBound])
    }
    let variant = dialogue.state.planVariant ?? dialogue.state.turns
    dialogue.state.planVariant = variant
    let order = MealPlanner.Order(
      energy: figures.energy, protein: figures.protein,
      meals: meal.map { [$0] } ?? dialogue.state.planMeals?.items ?? MealPlanner.Order.day,
      isLowCarb: dialogue.state.planIsLowCarb == true, wanted: dialogue.state.planWanted ?? [], variant: variant)
    let planner = MealPlanner(foodLookup: dialogue.foodLookup, rule: dialogue.dietRule)
    if let days = dialogue.state.planDays, days > 1, meal == nil {
      return week(planner, order, days: min(days, 7), &dialogue)
    }
    guard let items = foods(planner, order, dialogue) else {
      let protein = order.protein.map { Wording.text("plan.impossible.protein", ["protein": $0]) } ?? ""
      return Wording.text("plan.impossible", ["energy": order.energy, "protein": protein])
    }
    return describe(items, order, meal: meal, &dialogue)
  }

  private static func foods(
    _ planner: MealPlanner, _ order: MealPlanner.Order, _ dialogue: Dialogue
  ) -> [MealPlan.Item]? {
    // "High protein" is not a target: if no such plan exists, the usual plan is the answer.
    if dialogue.state.planProtein == nil, dialogue.utterance.has(.highProtein),
      let rich = planner.plan(order.with(protein: max(order.protein ?? 0, order.energy * 0.3 / 4)))
    {
      return rich
    }
    // Low in carbohydrates and exactly so much protein may not exist; the energy counts more.
    return planner.plan(order) ?? (order.isLowCarb ? planner.plan(order.with(protein: nil)) : nil)
  }

  // MARK: - Figures and meals of a plan

  /// Returns what precedes a plan without a known energy: the answer to minors, or a question for the facts of the formula
  /// if the user wants the energy to be worked out. nil: the plan is made for a usual day.
  private static func questionBeforePlan(_ dialogue: inout Dialogue) -> String? {
    if dialogue.facts.isMinor { return dialogue.refuse("energy.minor") }
    let asked = dialogue.state.asked
    // "No idea what to cook" asks for the plan itself.
    let isUnsure =
      dialogue.utterance.has(.unsure)
      && (asked != nil || !dialogue.utterance.has("help me", "no clue", "no idea"))
    guard isUnsure || asked?.isOfEnergyNeeds == true && asked != .goalWeight else { return nil }
    return EnergyNeeds.missing(dialogue.facts).map { dialogue.ask($0, for: .mealPlan) }
  }

  /// Returns the stated figures, otherwise the daily targets or the meal's share of them.
  static func figures(_ dialogue: Dialogue, meal: String?) -> (energy: Double, protein: Double?)? {
    if let energy = dialogue.state.planEnergy { return (energy, dialogue.state.planProtein) }
    let share = meal.flatMap { shares[$0] }
    if let day = Targets(dialogue.facts) {
      return (day.energy * (share ?? 1), dialogue.state.planProtein ?? day.protein * (share ?? 1))
    }
    // A single meal is planned without asking for the facts of the formula.
    return share.map { (usualDay * $0, dialogue.state.planProtein) }
  }

  private static func oneMeal(_ utterance: Utterance) -> String? {
    utterance.has(.wholeDay) ? nil : DiaryAnswer.mealType(utterance)
  }

  /// Returns the first meal of the day that is not logged, for "What should I eat?"; nil for other messages.
  private static func next(_ dialogue: Dialogue) -> String? {
    guard dialogue.utterance.has(.nextMeal), !dialogue.utterance.has("plan") else { return nil }
    return nextOfDay(dialogue.turn.diary)
  }

  /// "Something under 300 kcal" is one meal.
  private static func small(_ dialogue: Dialogue) -> String? {
    guard let energy = dialogue.state.planEnergy, energy < 1000, !dialogue.utterance.has(.wholeDay) else { return nil }
    return energy < 350 ? "snack" : nextOfDay(dialogue.turn.diary)
  }

  static func nextOfDay(_ diary: FoodDiary) -> String {
    let eaten = diary.meals.filter { $0.date == diary.today }.map(\.type)
    return MealPlanner.Order.day.first { !eaten.contains($0) } ?? "snack"
  }

  // MARK: - Wording

  private static func describe(
    _ items: [MealPlan.Item], _ order: MealPlanner.Order, meal: String?, _ dialogue: inout Dialogue
  ) -> String {
    let facts = dialogue.facts
    let diet = facts.diet == .everything ? nil : facts.diet?.rawValue
    let name = "\(diet.map { $0 + " " } ?? "")\(meal ?? "day") with \(order.energy.text("kcal"))".capitalised
    var plan = MealPlan(name: name, description: "", mealType: meal ?? "dinner", items: items)
    plan.description = Wording.text("plan.figures", ["n": plan.total])
    save(plan, &dialogue)
    dialogue.sources = ["WHO, Healthy diet, 2020", "USDA FoodData Central"]
    let lines = meals(items, order) { "\($0.grams.text("g")) of \($0.food.lowercased())" }
    let excluded = facts.excludedFoods
    let allergies = facts.allergies == nil ? Wording.text("plan.noAllergies") : nil
    let assumed = dialogue.state.planIsAssumed.map { _ in Wording.text("plan.assumed", ["energy": usualDay]) }
    return "Here is your\(diet.map { " " + $0 } ?? "") plan.\n" + lines.map { "- \($0)\n" }.joined()
      + Wording.join(
        "In sum \(plan.description).",
        excluded.isEmpty ? allergies : Wording.text("plan.excluded", ["foods": excluded]), assumed,
        PlanAnswer.ending("meal", dialogue))
  }

  /// Makes several days within the same limits, in one template.
  private static func week(
    _ planner: MealPlanner, _ order: MealPlanner.Order, days: Int, _ dialogue: inout Dialogue
  ) -> String {
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
      lines.append("- Day \(day): \(meals(made, order) { $0.food.lowercased() }.joined(separator: "; "))\n")
    }
    let length = days == 7 ? "week" : "\(days) days"
    save(
      MealPlan(
        name: "\(length.capitalised) with \(order.energy.text("kcal")) a day",
        description: Wording.text("week.description", ["days": days, "energy": order.energy]), mealType: "dinner",
        items: items), &dialogue)
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

  private static func save(_ plan: MealPlan, _ dialogue: inout Dialogue) {
    dialogue.templates.append(.meal(plan))
    dialogue.state.planned = .mealPlan
    dialogue.state.lastTopic = Topic.mealDose
    dialogue.state.planItems = Dictionary(plan.items.map { ($0.food, $0.grams) }, uniquingKeysWith: +)
  }

  static func shoppingList(_ dialogue: Dialogue) -> String {
    guard let items = dialogue.state.planItems, !items.isEmpty else { return Wording.text("shopping.none") }
    let lines = items.sorted { $0.key < $1.key }.map { food, grams in
      let amount = grams >= 1000 ? "\(TextFormat.number((grams / 100).rounded() / 10)) kg" : grams.text("g")
      return "- \(amount) of \(food.lowercased())\n"
    }
    return "Your shopping list:\n" + lines.joined() + Wording.text("shopping.end")
  }
}
