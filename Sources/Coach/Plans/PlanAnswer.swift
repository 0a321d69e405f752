import HealthModels

/// The answers to requests for workout plans and routines, and what plans of all kinds have in common.
extension Dialogue {
  /// The end of the interview after "I want to get fit".
  mutating func trainingGoal() -> String {
    sources = ["Morton et al., Br J Sports Med 2018;52:376-84", "ACSM, Progression models, 2009"]
    let protein = facts.body.weightKilograms.map { Wording.text("training.protein", ["protein": $0 * 1.6]) }
    let length = Self.length(workout())
    return offer(.workoutPlan, after: Wording.text("training.numbers", ["length": length, "protein": protein ?? ""]))
  }

  private static func length(_ plan: WorkoutPlan) -> String {
    Wording.text("workout.length", ["days": plan.sessions.count, "minutes": plan.minutes])
  }

  private func workout() -> WorkoutPlan {
    WorkoutPlanner.plan(
      goal: facts.trainingGoal, days: facts.trainingDays, equipment: facts.equipment, minutes: state.planMinutes,
      without: state.planExclusions ?? [], parts: state.planParts ?? [])
  }

  mutating func workoutPlan() -> String {
    let plan = workout()
    let sessions = plan.sessions.map { session in
      let exercises = session.exercises.map { "\($0.name) \($0.sets) x \($0.repetitions)" }
      return "\(session.name): \(exercises.joined(separator: ", "))"
    }
    save(.workout(plan), .workoutPlan, sessions)
    let assumed = needed(.trainingGoal).filter { !facts.knows($0) }
    return TextFormat.lines("Here is your plan for \(Self.length(plan)).", sessions)
      + Wording.join(
        plan.description, facts.trainingDays ?? 0 > 6 ? Wording.text("workout.rest") : nil, Self.assumption(assumed),
        planEnding)
  }

  mutating func routine() -> String {
    let offered = Utterance(before.lastTopic?.replacing("-", with: " ") ?? "")
    let known = learned.focus ?? utterance.value(.timesOfDay) ?? offered.value(.focus) ?? facts.focus
    state.facts.focus = known ?? .stress
    let routine = RoutinePlanner.routine(known ?? .stress, minutes: state.planMinutes)
    let habits = routine.habits.map { "\($0.time): \($0.name.lowercasedFirst). \($0.reason)" }
    save(.wellness(routine), .routine, habits)
    return TextFormat.lines("Here is your routine.", habits)
      + Wording.join(
        Wording.text("routine.end"), Self.assumption(known == nil ? [.focus] : []), planEnding)
  }

  mutating func save(_ template: TemplateDraft, _ task: DialogueTask, _ lines: [String]) {
    reply.templates.append(template)
    (state.planned, state.planLines) = (task, lines)
    state.lastTopic = task.planTopic
  }

  var planEnding: String {
    Wording.text(reply.replacesTemplate ? "plan.changed" : "plan.saved", ["kind": state.planned?.planKind ?? ""])
  }

  private static func assumption(_ names: [FactName]) -> String? {
    let texts = names.map { Wording.text("assumed." + $0.rawValue) }
    return names.isEmpty ? nil : Wording.text("assumed", ["facts": texts])
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
      (state.planExclusions, state.planVariant, state.planMinutes, state.planParts) = (nil, nil, nil, nil)
    }
    if isMealPlan {
      (state.planDays, state.planIsLowCarb, state.planMeals) = (nil, nil, nil)
      (state.planConditions, state.planEnergy, state.planProtein) = (nil, nil, nil)
      state.planWanted = utterance.has(.exclusionTriggers) ? nil : PlanFood.named(in: utterance.words)
    }
    state.planMinutes = utterance.planMinutes ?? state.planMinutes
    // "A 600 kcal dinner" is no target for the day, "my target is 2,000 kcal" is.
    if isMealPlan || intent?.planned == .mealPlan {
      let named = HealthStatement(turn.message).conditions.mentioned
      if !named.isEmpty { state.planConditions = (state.planConditions ?? []).union(named) }
      state.planDays = utterance.planDays ?? state.planDays
      state.planMeals = utterance.value(.mealSet) ?? state.planMeals
      if utterance.has(.lowCarb) { state.planIsLowCarb = true }
      state.planEnergy = learned.body.energyTarget ?? state.planEnergy
      state.planProtein = learned.body.proteinTarget ?? state.planProtein
    } else {
      state.facts = state.facts.updated(by: lastingFacts)
    }
  }

  /// The part of the plan that a change is about; nil for the whole plan.
  private func part(_ change: PlanChange) -> PlanPart? {
    let isOfWhole = PlanChange.ofMeals.contains(where: utterance.has)
    var part = isOfWhole || utterance.planDays ?? utterance.planMinutes != nil ? nil : PlanPart(utterance, before)
    part?.exclusions = change.exclusions
    part?.wanted = PlanFood.named(in: utterance.words).subtracting(change.exclusions)
    return part
  }

  /// Makes the plan at hand again, with a change; another one without.
  mutating func again(_ task: DialogueTask, _ change: PlanChange?) -> String {
    let part = change.flatMap(part)
    if let change {
      if let part {
        state.planParts = ((state.planParts ?? []) + [part]).suffix(DialogueState.maxPlanParts)
      } else {
        state.planExclusions = (state.planExclusions ?? []).union(change.exclusions)
        if !change.wanted.isEmpty { state.planWanted = change.wanted }
      }
      if task == .mealPlan, utterance.has(.shopping) { return shoppingList() }
      if task == .mealPlan { changeSize() }
      if task == .workoutPlan, utterance.has(.moreDays) {
        state.facts.trainingDays = min((facts.trainingDays ?? WorkoutPlanner.usualDays) + 1, 6)
      }
    }
    // A change keeps the rest of the plan.
    reply.replacesTemplate = part != nil || change != nil && !utterance.has(.otherPlan)
    let isRead = change?.isStated ?? true || part.map { $0.isStated || utterance.has(.exclusionTriggers) } ?? false
    if !reply.replacesTemplate || !isRead && part == nil { state.planVariant = nil }
    let text = task == .mealPlan ? mealPlan(isAgain: true) : proceed(task)
    return Wording.join(isRead ? nil : Wording.text("plan.unread"), text)
  }
}
