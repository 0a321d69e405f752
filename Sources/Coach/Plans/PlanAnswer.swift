import HealthModels
import Nutrition

/// The answers to requests for plans.
enum PlanAnswer {
  static func any(_ dialogue: inout Dialogue) -> String { dialogue.ask(.planKind, for: .anyPlan) }

  /// Makes the plan at hand again, with a change; another one without.
  static func again(_ task: DialogueTask, _ change: PlanChange?, _ dialogue: inout Dialogue) -> String {
    if let change {
      dialogue.state.planExclusions = (dialogue.state.planExclusions ?? []).union(change.exclusions)
      if let factor = change.energyFactor {
        let energy = targets(dialogue, meal: dialogue.state.planMeal)?.energy ?? usualDay
        dialogue.state.planEnergy = energy * factor
      }
      if change.wantsShoppingList {
        dialogue.state.lastTopic = Topic.mealDose
        return ShoppingList.text(&dialogue)
      }
      if change.wantsFewerCarbohydrates { dialogue.state.planIsLowCarb = true }
      if let days = change.days { dialogue.state.planDays = days }
      if let meals = change.meals { dialogue.state.planMeals = meals }
      if !change.wanted.isEmpty { dialogue.state.planWanted = change.wanted }
      if task == .workoutPlan, dialogue.utterance.has(.moreDays) {
        dialogue.state.facts.trainingDays = min((dialogue.facts.trainingDays ?? usualDays) + 1, 6)
      }
    }
    // A change keeps the rest of the plan.
    let isOther = change == nil || dialogue.utterance.has(.otherPlan)
    if isOther { dialogue.state.planVariant = nil }
    dialogue.replacesTemplate = !isOther
    if task == .mealPlan, change?.wantsMoreProtein == true { raiseProtein(&dialogue) }
    return task == .mealPlan ? meals(&dialogue, isAgain: true) : dialogue.proceed(task)
  }

  /// Asks for a quarter more protein than the plan at hand had, at most 35 % of its energy.
  private static func raiseProtein(_ dialogue: inout Dialogue) {
    let targets = targets(dialogue, meal: dialogue.state.planMeal) ?? (energy: usualDay, protein: nil)
    dialogue.state.planEnergy = targets.energy
    let now = targets.protein ?? targets.energy * 0.2 / 4
    dialogue.state.planProtein = min(now * 1.25, targets.energy * 0.35 / 4)
  }

  // MARK: Meals

  /// - Parameter isAgain: whether the plan repeats the last one with changes.
  static func meals(_ dialogue: inout Dialogue, isAgain: Bool = false) -> String {
    let facts = dialogue.facts
    let isSame = isAgain || dialogue.state.asked != nil
    // "Make the breakfast bigger" is about the day at hand.
    let isOfDay =
      isAgain && dialogue.state.planMeal == nil
      && (dialogue.utterance.value(.planSize) != nil || dialogue.utterance.has(.otherPlan))
    var meal = (isOfDay ? nil : oneMeal(dialogue.utterance)) ?? (isSame ? dialogue.state.planMeal : next(dialogue))
    meal = meal ?? small(dialogue)
    dialogue.state.planMeal = meal
    let known = targets(dialogue, meal: meal)
    if known == nil, let question = questionBeforePlan(&dialogue) { return question }
    let targets = known ?? (energy: usualDay, protein: nil)
    dialogue.state.planIsAssumed = known == nil ? true : nil
    dialogue.drop()
    let bounds = meal == nil ? 1200.0...5000 : 150...1500
    guard bounds.contains(targets.energy) else {
      return "I can plan \(meal == nil ? "a day" : "a meal") from \(TextFormat.kilocalories(bounds.lowerBound)) to "
        + "\(TextFormat.kilocalories(bounds.upperBound)). Less than 1,200 kcal a day should be supervised by a doctor or dietitian."
    }
    let variant = dialogue.state.planVariant ?? dialogue.state.turns
    dialogue.state.planVariant = variant
    let order = MealPlanner.Order(
      energy: targets.energy, protein: targets.protein,
      meals: meal.map { [$0] } ?? dialogue.state.planMeals?.split(separator: ",").map(String.init)
        ?? ["breakfast", "lunch", "dinner", "snack"],
      isLowCarb: dialogue.state.planIsLowCarb == true, wanted: dialogue.state.planWanted ?? [], variant: variant)
    let planner = MealPlanner(foodLookup: dialogue.foodLookup, rule: dialogue.dietRule)
    // "High protein" is not a target: if no such plan exists, the usual plan is the answer.
    var rich = order
    rich.protein = max(order.protein ?? 0, targets.energy * 0.3 / 4)
    let wantsProtein =
      dialogue.state.planProtein == nil
      && dialogue.utterance.has(.highProtein)
    if let days = dialogue.state.planDays, days > 1, meal == nil {
      return WeekAnswer.text(planner, order, days: days, &dialogue)
    }
    var loose = order
    loose.protein = nil
    let made = (wantsProtein ? planner.plan(rich) : nil) ?? planner.plan(order)
    // Low in carbohydrates and exactly so much protein may not exist; the energy counts more.
    guard let items = made ?? (order.isLowCarb ? planner.plan(loose) : nil) else { return impossible(targets, facts) }
    return describe(items, meal: meal, targets: targets, &dialogue)
  }

  /// Returns what precedes a plan without a known energy: the answer to minors, or a question for the facts of the formula
  /// if the user wants the energy to be worked out. nil: the plan is made for a usual day.
  private static func questionBeforePlan(_ dialogue: inout Dialogue) -> String? {
    if let age = dialogue.facts.body.age, age < 18 {
      dialogue.drop()
      return EnergyAnswer.minors
    }
    let isUnsure =
      dialogue.utterance.has(.unsure) && !dialogue.utterance.has("what to eat", "what to cook", "what to make")
    guard isUnsure || inFormula(dialogue.state.asked) else { return nil }
    return EnergyNeeds.missing(dialogue.facts).map { dialogue.ask($0, for: .mealPlan) }
  }

  private static func inFormula(_ asked: Question?) -> Bool {
    switch asked {
    case .sex, .age, .height, .weight, .activity, .goal: true
    default: false
    }
  }

  /// Returns the stated figures, otherwise the daily targets or the meal's share of them.
  private static func targets(_ dialogue: Dialogue, meal: String?) -> (energy: Double, protein: Double?)? {
    if let energy = dialogue.state.planEnergy { return (energy, dialogue.state.planProtein) }
    let share = meal.flatMap { shares[$0] }
    if let day = Targets(dialogue.facts) {
      return (day.energy * (share ?? 1), dialogue.state.planProtein ?? day.protein * (share ?? 1))
    }
    // A single meal is planned without asking for the facts of the formula.
    return share.map { (usualDay * $0, dialogue.state.planProtein) }
  }

  /// kcal a day of an unknown user (reference intake of Regulation (EU) No 1169/2011, annex XIII).
  private static let usualDay = 2000.0
  private static let shares = ["breakfast": 0.25, "lunch": 0.3, "dinner": 0.35, "snack": 0.1]

  /// "Something under 300 kcal" is one meal.
  private static func small(_ dialogue: Dialogue) -> String? {
    guard let energy = dialogue.state.planEnergy, energy < 1000, !dialogue.utterance.has(.wholeDay) else { return nil }
    return energy < 350 ? "snack" : nextOfDay(dialogue.turn.diary)
  }

  private static func oneMeal(_ utterance: Utterance) -> String? {
    utterance.has(.wholeDay) ? nil : DiaryAnswer.mealType(utterance)
  }

  /// Returns the first meal of the day that is not logged, for "What should I eat?"; nil for other messages.
  private static func next(_ dialogue: Dialogue) -> String? {
    guard dialogue.utterance.has(.nextMeal),
      !dialogue.utterance.has("plan")
    else { return nil }
    return nextOfDay(dialogue.turn.diary)
  }

  /// Returns the first meal of the day that is not logged.
  static func nextOfDay(_ diary: FoodDiary) -> String {
    let eaten = diary.meals.filter { $0.date == diary.today }.map(\.type)
    return ["breakfast", "lunch", "dinner"].first { !eaten.contains($0) } ?? "snack"
  }

  private static func impossible(_ targets: (energy: Double, protein: Double?), _ facts: Facts) -> String {
    var text = "I found no choice of foods for \(TextFormat.kilocalories(targets.energy))"
    if let protein = targets.protein { text += " with \(TextFormat.grams(protein)) of protein" }
    return text + " under your limits. Shall we change one of them?"
  }

  private static func describe(
    _ items: [MealPlan.Item], meal: String?, targets: (energy: Double, protein: Double?), _ dialogue: inout Dialogue
  ) -> String {
    let facts = dialogue.facts
    let diet = facts.diet.flatMap { $0 == .everything ? nil : $0.rawValue.capitalised + " " } ?? ""
    let name = "\(diet)\(meal ?? "day") with \(TextFormat.kilocalories(targets.energy))".capitalised
    var plan = MealPlan(name: name, description: "", mealType: meal ?? "dinner", items: items)
    let total = plan.total
    plan.description =
      "\(TextFormat.kilocalories(total.energyKilocalories)), \(TextFormat.grams(total.protein)) of protein, "
      + "\(TextFormat.grams(total.carbohydrate)) of carbohydrate, \(TextFormat.grams(total.fat)) of fat"
    dialogue.templates.append(.meal(plan))
    dialogue.state.planned = .mealPlan
    dialogue.state.planItems = Dictionary(items.map { ($0.food, $0.grams) }, uniquingKeysWith: +)
    dialogue.state.lastTopic = Topic.mealDose
    dialogue.sources = ["WHO, Healthy diet, 2020", "USDA FoodData Central"]
    let names = ["breakfast", "lunch", "dinner", "snack"].filter { name in items.contains { $0.meal == name } }
    let meals = names.map { meal in
      "\(meal): "
        + TextFormat.list(
          items.filter { $0.meal == meal }.map { "\(TextFormat.grams($0.grams)) of \($0.food.lowercased())" })
    }
    let kind = diet.isEmpty ? "" : " " + diet.lowercased().dropLast()
    var text = "Here is your\(kind) plan.\n" + meals.map { "- \($0)\n" }.joined() + "In sum \(plan.description)."
    let excluded = facts.excludedFoods
    if !excluded.isEmpty {
      text += " It leaves out \(TextFormat.list(excluded)); still read the labels."
    } else if facts.allergies == nil {
      text += " I know of no allergies; tell me if there are any."
    }
    if dialogue.state.planIsAssumed == true {
      text +=
        " I took \(TextFormat.kilocalories(usualDay)) for it: name your own number and I change it, or ask how many "
        + "calories you need."
    }
    return text + ending("meal", dialogue)
  }

  // MARK: Workouts and routines

  /// The interview after "I want to get fit", which ends in numbers and an offer.
  static func training(_ dialogue: inout Dialogue) -> String {
    let facts = dialogue.facts
    let lead = dialogue.turn.state.asked == nil ? "Good plan. Three short questions." : ""
    guard let goal = facts.trainingGoal else { return dialogue.ask(.trainingGoal, for: .trainingGoal, saying: lead) }
    guard let days = facts.trainingDays else { return dialogue.ask(.trainingDays, for: .trainingGoal, saying: lead) }
    guard let equipment = facts.equipment else { return dialogue.ask(.equipment, for: .trainingGoal, saying: lead) }
    dialogue.drop()
    dialogue.state.offer = .workoutPlan
    dialogue.sources = ["Morton et al., Br J Sports Med 2018;52:376-84", "ACSM, Progression models, 2009"]
    let protein = facts.body.weightKilograms.map { ", \(TextFormat.grams($0 * 1.6)) for you" } ?? ""
    let plan = WorkoutPlanner.plan(goal: goal, days: days, equipment: equipment)
    return
      "So \(TextFormat.count(min(days, 6), "day")) a week, about \(plan.minutes) minutes each. Beside that 1.6 g of protein "
      + "for each kilogram you weigh\(protein), and first results in six to eight weeks. Shall I write the plan?"
  }

  private static let usualDays = 3

  static func workout(_ dialogue: inout Dialogue) -> String {
    let facts = dialogue.facts
    let goal = facts.trainingGoal ?? .general
    let days = facts.trainingDays ?? usualDays
    let equipment = facts.equipment ?? WorkoutPlan.Equipment.none
    var assumed = facts.trainingGoal == nil ? ["general fitness (not strength, muscle, fat loss or endurance)"] : []
    if facts.trainingDays == nil { assumed.append("three days") }
    if facts.equipment == nil { assumed.append("no equipment") }
    dialogue.drop()
    let plan = WorkoutPlanner.plan(
      goal: goal, days: days, equipment: equipment, minutes: dialogue.state.planMinutes,
      without: dialogue.state.planExclusions ?? [])
    dialogue.templates.append(.workout(plan))
    dialogue.state.planned = .workoutPlan
    dialogue.state.lastTopic = Topic.trainingDose
    dialogue.state.firstExercise = plan.sessions.first?.exercises.first?.name
    let sessions = plan.sessions.map { session in
      let exercises = session.exercises.map { "\($0.name) \($0.sets) x \($0.repetitions)" }
      return "- \(session.name): \(exercises.joined(separator: ", "))\n"
    }
    let rest = days > 6 ? " I planned six days: one day a week is for rest." : ""
    let length = "\(TextFormat.count(plan.sessions.count, "day")) a week, about \(plan.minutes) minutes each"
    return "Here is your plan for \(length).\n\(sessions.joined())\(plan.description)\(rest)\(assumption(assumed))"
      + ending("workout", dialogue)
  }

  private static func ending(_ kind: String, _ dialogue: Dialogue) -> String {
    dialogue.replacesTemplate ? " I changed your template." : " I saved it as a \(kind) template."
  }

  private static func assumption(_ assumed: [String]) -> String {
    assumed.isEmpty ? "" : " I took \(TextFormat.list(assumed)): name your own, and I change it."
  }

  static func routine(_ dialogue: inout Dialogue) -> String {
    let offered: WellnessRoutine.Focus? = dialogue.turn.state.lastTopic.flatMap { topic in
      Utterance(topic.replacing("-", with: " ")).value(.focus)
    }
    let named: WellnessRoutine.Focus? =
      dialogue.utterance.has("evening", "bedtime", "night", "sleep")
      ? .sleep : dialogue.utterance.has("morning") ? .energy : nil
    let known = dialogue.learned.focus ?? named ?? offered ?? dialogue.facts.focus
    let focus = known ?? .stress
    dialogue.drop()
    dialogue.state.facts.focus = focus
    let routine = RoutinePlanner.routine(focus, minutes: dialogue.state.planMinutes)
    dialogue.templates.append(.wellness(routine))
    dialogue.state.planned = .routine
    dialogue.state.lastTopic = Topic.routineDose
    let habits = routine.habits.map { "- \($0.time): \($0.name.lowercasedFirst). \($0.reason)\n" }
    return "Here is your routine.\n\(habits.joined())Start with the first habit and add another each week."
      + assumption(known == nil ? ["less stress (not sleep, energy, mobility or mindfulness)"] : [])
      + ending("wellness", dialogue)
  }
}
