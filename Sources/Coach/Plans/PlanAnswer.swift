import HealthModels

/// The answers to requests for workout plans and routines.
extension Dialogue {
  /// The interview after "I want to get fit", which ends in numbers and an offer.
  mutating func trainingGoal() -> String {
    let facts = facts
    guard let goal = facts.trainingGoal, let days = facts.trainingDays, let equipment = facts.equipment else {
      let lead = turn.state.asked == nil ? Wording.text("training.lead") : ""
      let missing = [FactName.trainingGoal, .trainingDays].first { !facts.knows($0) } ?? .equipment
      return ask(missing, for: .trainingGoal, saying: lead)
    }
    drop()
    state.offer = .workoutPlan
    sources = ["Morton et al., Br J Sports Med 2018;52:376-84", "ACSM, Progression models, 2009"]
    let protein = facts.body.weightKilograms.map { Wording.text("training.protein", ["protein": $0 * 1.6]) }
    let plan = WorkoutPlanner.plan(goal: goal, days: days, equipment: equipment)
    return Wording.text(
      "training.numbers", ["days": min(days, 6), "minutes": plan.minutes, "protein": protein ?? ""])
  }

  mutating func workoutPlan() -> String {
    let facts = facts
    let days = facts.trainingDays ?? WorkoutPlanner.usualDays
    let assumed = [
      facts.trainingGoal == nil ? "workout.assumed.goal" : nil,
      facts.trainingDays == nil ? "workout.assumed.days" : nil,
      facts.equipment == nil ? "workout.assumed.equipment" : nil,
    ].compactMap { $0 }
    drop()
    let plan = WorkoutPlanner.plan(
      goal: facts.trainingGoal ?? .general, days: days, equipment: facts.equipment ?? WorkoutPlan.Equipment.none,
      minutes: state.planMinutes, without: state.planExclusions ?? [])
    save(.workout(plan), .workoutPlan, Topic.trainingDose)
    state.firstExercise = plan.sessions.first?.exercises.first?.name
    let sessions = plan.sessions.map { session in
      let exercises = session.exercises.map { "\($0.name) \($0.sets) x \($0.repetitions)" }
      return "- \(session.name): \(exercises.joined(separator: ", "))\n"
    }
    let length = Wording.text("workout.length", ["days": plan.sessions.count, "minutes": plan.minutes])
    return "Here is your plan for \(length).\n\(sessions.joined())"
      + Wording.join(
        plan.description, days > 6 ? Wording.text("workout.rest") : nil, Self.assumption(assumed),
        planEnding("workout"))
  }

  mutating func routine() -> String {
    let offered: WellnessRoutine.Focus? = before.lastTopic.flatMap { topic in
      Utterance(topic.replacing("-", with: " ")).value(.focus)
    }
    let known = learned.focus ?? utterance.value(.timesOfDay) ?? offered ?? facts.focus
    let focus = known ?? .stress
    drop()
    state.facts.focus = focus
    let routine = RoutinePlanner.routine(focus, minutes: state.planMinutes)
    save(.wellness(routine), .routine, Topic.routineDose)
    let habits = routine.habits.map { "- \($0.time): \($0.name.lowercasedFirst). \($0.reason)\n" }
    return "Here is your routine.\n\(habits.joined())"
      + Wording.join(
        Wording.text("routine.end"), Self.assumption(known == nil ? ["routine.assumed"] : []), planEnding("wellness"))
  }

  mutating func save(_ template: TemplateDraft, _ task: DialogueTask, _ topic: String) {
    templates.append(template)
    state.planned = task
    state.lastTopic = topic
  }

  func planEnding(_ kind: String) -> String {
    Wording.text(replacesTemplate ? "plan.changed" : "plan.saved", ["kind": kind])
  }

  /// - Parameter keys: the assumptions, as keys of `wording.tsv`.
  private static func assumption(_ keys: [String]) -> String? {
    keys.isEmpty ? nil : Wording.text("workout.assumed", ["facts": keys.map { Wording.text($0) }])
  }

  var dietRule: DietRule {
    var facts = facts
    if let named = state.planConditions { facts.conditions = (facts.conditions ?? []).union(named) }
    return DietRule(facts, without: state.planExclusions ?? [])
  }

  /// Sets the limits of a plan that is requested; those of the plan at hand end with it.
  mutating func beginPlan(_ intent: Intent?) {
    let isMealPlan = intent?.task == .mealPlan
    if isMealPlan || intent?.task == .workoutPlan || intent?.task == .trainingGoal {
      (state.planExclusions, state.planVariant, state.planMinutes) = (nil, nil, nil)
      state.planDays = utterance.has(.weekPlan) ? 7 : utterance.days
      state.planIsLowCarb = utterance.has(.lowCarb) ? true : nil
      state.planMeals = utterance.value(.mealSet)
    }
    state.planMinutes = utterance.minutes ?? state.planMinutes
    if isMealPlan {
      (state.planConditions, state.planEnergy, state.planProtein) = (nil, nil, nil)
      state.planWanted = utterance.has(.exclusionTriggers) ? nil : PlanFood.named(in: utterance.words)
    }
    let isOfMeals = isMealPlan || intent?.planned == .mealPlan
    let named = isOfMeals ? HealthStatement(turn.message).conditions.mentioned : []
    if !named.isEmpty { state.planConditions = (state.planConditions ?? []).union(named) }
    // "A 600 kcal dinner" is no target for the day, "my target is 2,000 kcal" is.
    if isOfMeals || state.task == .mealPlan && state.asked != nil {
      state.planEnergy = learned.body.energyTarget ?? state.planEnergy
      state.planProtein = learned.body.proteinTarget ?? state.planProtein
    } else {
      state.facts = state.facts.updated(by: lastingFacts)
    }
  }
}
