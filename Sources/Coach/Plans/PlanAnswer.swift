import HealthModels

/// The answers to requests for workout plans and routines, and for changes of a plan.
enum PlanAnswer {
  /// Makes the plan at hand again, with a change; another one without.
  static func again(_ task: DialogueTask, _ change: PlanChange?, _ dialogue: inout Dialogue) -> String {
    if let change {
      dialogue.state.planExclusions = (dialogue.state.planExclusions ?? []).union(change.exclusions)
      let now = MealPlanAnswer.figures(dialogue, meal: dialogue.state.planMeal)
      if let factor = change.energyFactor {
        dialogue.state.planEnergy = (now?.energy ?? MealPlanAnswer.usualDay) * factor
      }
      if change.wantsShoppingList {
        dialogue.state.lastTopic = Topic.mealDose
        return MealPlanAnswer.shoppingList(dialogue)
      }
      if change.wantsFewerCarbohydrates { dialogue.state.planIsLowCarb = true }
      dialogue.state.planDays = change.days ?? dialogue.state.planDays
      dialogue.state.planMeals = change.meals ?? dialogue.state.planMeals
      if !change.wanted.isEmpty { dialogue.state.planWanted = change.wanted }
      if task == .workoutPlan, dialogue.utterance.has(.moreDays) {
        dialogue.state.facts.trainingDays = min((dialogue.facts.trainingDays ?? usualDays) + 1, 6)
      }
      if change.wantsMoreProtein { raiseProtein(&dialogue) }
    }
    // A change keeps the rest of the plan.
    let isOther = change == nil || dialogue.utterance.has(.otherPlan)
    if isOther { dialogue.state.planVariant = nil }
    dialogue.replacesTemplate = !isOther
    return task == .mealPlan ? MealPlanAnswer.text(&dialogue, isAgain: true) : dialogue.proceed(task)
  }

  /// Asks for a quarter more protein than the plan at hand had, at most 35 % of its energy.
  private static func raiseProtein(_ dialogue: inout Dialogue) {
    let known = MealPlanAnswer.figures(dialogue, meal: dialogue.state.planMeal)
    let now = known ?? (energy: MealPlanAnswer.usualDay, protein: nil)
    dialogue.state.planEnergy = now.energy
    dialogue.state.planProtein = min((now.protein ?? now.energy * 0.2 / 4) * 1.25, now.energy * 0.35 / 4)
  }

  /// The interview after "I want to get fit", which ends in numbers and an offer.
  static func training(_ dialogue: inout Dialogue) -> String {
    let facts = dialogue.facts
    guard let goal = facts.trainingGoal, let days = facts.trainingDays, let equipment = facts.equipment else {
      let lead = dialogue.turn.state.asked == nil ? Wording.text("training.lead") : ""
      let missing = [Question.trainingGoal, .trainingDays].first { !facts.answer($0) } ?? .equipment
      return dialogue.ask(missing, for: .trainingGoal, saying: lead)
    }
    dialogue.drop()
    dialogue.state.offer = .workoutPlan
    dialogue.sources = ["Morton et al., Br J Sports Med 2018;52:376-84", "ACSM, Progression models, 2009"]
    let protein = facts.body.weightKilograms.map { Wording.text("training.protein", ["protein": $0 * 1.6]) }
    let plan = WorkoutPlanner.plan(goal: goal, days: days, equipment: equipment)
    return Wording.text(
      "training.numbers", ["days": min(days, 6), "minutes": plan.minutes, "protein": protein ?? ""])
  }

  private static let usualDays = 3

  static func workout(_ dialogue: inout Dialogue) -> String {
    let facts = dialogue.facts
    let days = facts.trainingDays ?? usualDays
    let assumed = [
      facts.trainingGoal == nil ? "workout.assumed.goal" : nil,
      facts.trainingDays == nil ? "workout.assumed.days" : nil,
      facts.equipment == nil ? "workout.assumed.equipment" : nil,
    ].compactMap { $0 }
    dialogue.drop()
    let plan = WorkoutPlanner.plan(
      goal: facts.trainingGoal ?? .general, days: days, equipment: facts.equipment ?? WorkoutPlan.Equipment.none,
      minutes: dialogue.state.planMinutes, without: dialogue.state.planExclusions ?? [])
    dialogue.templates.append(.workout(plan))
    dialogue.state.planned = .workoutPlan
    dialogue.state.lastTopic = Topic.trainingDose
    dialogue.state.firstExercise = plan.sessions.first?.exercises.first?.name
    let sessions = plan.sessions.map { session in
      let exercises = session.exercises.map { "\($0.name) \($0.sets) x \($0.repetitions)" }
      return "- \(session.name): \(exercises.joined(separator: ", "))\n"
    }
    let length = Wording.text("workout.length", ["days": plan.sessions.count, "minutes": plan.minutes])
    return "Here is your plan for \(length).\n\(sessions.joined())"
      + Wording.join(
        plan.description, days > 6 ? Wording.text("workout.rest") : nil, assumption(assumed),
        ending("workout", dialogue))
  }

  static func routine(_ dialogue: inout Dialogue) -> String {
    let offered: WellnessRoutine.Focus? = dialogue.turn.state.lastTopic.flatMap { topic in
      Utterance(topic.replacing("-", with: " ")).value(.focus)
    }
    let named: WellnessRoutine.Focus? = dialogue.utterance.value(.timesOfDay)
    let known = dialogue.learned.focus ?? named ?? offered ?? dialogue.facts.focus
    let focus = known ?? .stress
    dialogue.drop()
    dialogue.state.facts.focus = focus
    let routine = RoutinePlanner.routine(focus, minutes: dialogue.state.planMinutes)
    dialogue.templates.append(.wellness(routine))
    dialogue.state.planned = .routine
    dialogue.state.lastTopic = Topic.routineDose
    let habits = routine.habits.map { "- \($0.time): \($0.name.lowercasedFirst). \($0.reason)\n" }
    return "Here is your routine.\n\(habits.joined())"
      + Wording.join(
        Wording.text("routine.end"), assumption(known == nil ? ["routine.assumed"] : []), ending("wellness", dialogue))
  }

  static func ending(_ kind: String, _ dialogue: Dialogue) -> String {
    Wording.text(dialogue.replacesTemplate ? "plan.changed" : "plan.saved", ["kind": kind])
  }

  /// - Parameter keys: the assumptions, as keys of `wording.tsv`.
  private static func assumption(_ keys: [String]) -> String? {
    keys.isEmpty ? nil : Wording.text("workout.assumed", ["facts": keys.map { Wording.text($0) }])
  }
}
