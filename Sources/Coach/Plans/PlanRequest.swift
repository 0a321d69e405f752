import HealthModels

/// The limits of the plan that a message asks for.
extension Dialogue {
  var dietRule: DietRule {
    var facts = facts
    if let named = state.planConditions { facts.conditions = (facts.conditions ?? []).union(named) }
    return DietRule(facts, without: state.planExclusions ?? [])
  }

  /// Sets the limits of a plan that is requested; those of the plan at hand end with it.
  mutating func beginPlan(_ intent: Intent?) {
    if [.mealPlan, .workoutPlan, .trainingGoal].contains(intent?.task) {
      state.planExclusions = nil
      state.planDays = utterance.has(.weekPlan) ? 7 : utterance.days
      state.planIsLowCarb = utterance.has(.lowCarb) ? true : nil
      state.planVariant = nil
      state.planMinutes = nil
      state.planMeals = utterance.value(.mealSet)
    }
    state.planMinutes = utterance.minutes ?? state.planMinutes
    let isMealPlan = intent?.task == .mealPlan
    if isMealPlan {
      state.planConditions = nil
      state.planEnergy = nil
      state.planWanted = utterance.has(.exclusionTriggers) ? nil : PlanFood.named(in: utterance.words)
      state.planProtein = nil
    }
    let isMealAgain = if case .again(.mealPlan, _)? = intent { true } else { false }
    if isMealPlan || isMealAgain {
      let named = HealthStatement(turn.message).conditions.mentioned
      if !named.isEmpty { state.planConditions = (state.planConditions ?? []).union(named) }
    }
    keepFigures(forPlan: isMealPlan || isMealAgain || state.task == .mealPlan && state.asked != nil)
  }

  /// Stores figures for the plan or as daily targets: "a 600 kcal dinner" is no target for the day, "my target is
  /// 2,000 kcal" is.
  private mutating func keepFigures(forPlan isPlan: Bool) {
    if isPlan {
      state.planEnergy = learned.body.energyTarget ?? state.planEnergy
      state.planProtein = learned.body.proteinTarget ?? state.planProtein
    } else {
      state.facts = state.facts.updated(by: lastingFacts)
    }
  }
}
