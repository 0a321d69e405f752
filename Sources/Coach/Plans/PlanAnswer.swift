import HealthModels
import TextModels

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

  /// Words of the foods, exercises or habits that the plan leaves out.
  private var excluded: Set<String> { (state.planExclusions ?? []).union(state.planPreferences?.refused ?? []) }

  private func workout() -> WorkoutPlan {
    WorkoutPlanner.plan(
      goal: facts.trainingGoal, days: facts.trainingDays, equipment: facts.equipment, minutes: state.planMinutes,
      without: excluded, parts: state.planParts ?? [], preferences: state.planPreferences ?? PlanPreferences())
  }

  mutating func workoutPlan() -> String {
    let plan = workout()
    let sessions = plan.sessions.map { session in
      let exercises = session.exercises.map { "\($0.name) \($0.sets) x \($0.repetitions)" }
      return "\(session.name): \(exercises.joined(separator: ", "))"
    }
    save(.workout(plan), .workoutPlan, sessions, minutes: plan.minutes)
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
    let preferences = state.planPreferences ?? PlanPreferences()
    let routine = RoutinePlanner.routine(
      known ?? .stress, minutes: state.planMinutes, without: excluded, preferences: preferences)
    let habits = routine.habits.map { "\($0.time): \($0.name.lowercasedFirst). \($0.reason)" }
    save(.wellness(routine), .routine, habits, minutes: routine.habits.reduce(0) { $0 + $1.minutes })
    let ending = preferences.busyDays.map { Wording.text("routine.busy", ["days": $0.map(WorkoutPlanner.weekday)]) }
    return TextFormat.lines("Here is your routine.", habits)
      + Wording.join(ending ?? Wording.text("routine.end"), Self.assumption(known == nil ? [.focus] : []), planEnding)
  }

  mutating func save(
    _ template: TemplateDraft, _ task: DialogueTask, _ lines: [String], nutrients: [Nutrients]? = nil,
    minutes: Int? = nil
  ) {
    reply.templates.append(template)
    (state.planned, state.planLines, state.planShown) = (task, lines, nil)
    (state.planNutrients, state.planLength) = (nutrients, minutes)
    state.lastTopic = task.planTopic
  }

  var planEnding: String {
    let kind = state.planned?.planKind ?? ""
    let isSame = state.planLines == before.planLines
    let key = reply.replacesTemplate ? isSame ? "plan.same" : "plan.changed" : "plan.saved"
    let ending = Wording.text(key, ["kind": kind])
    return ((state.planPreferences?.notes(kind: kind) ?? []) + [ending]).joined(separator: " ")
  }

  private static func assumption(_ names: [FactName]) -> String? {
    let texts = names.map { Wording.text("assumed." + $0.rawValue) }
    return names.isEmpty ? nil : Wording.text("assumed", ["facts": texts])
  }

  var dietRule: DietRule {
    var facts = facts
    if let named = state.planConditions { facts.conditions = (facts.conditions ?? []).union(named) }
    return DietRule(facts, without: excluded)
  }

  /// Sets the limits of a plan that is requested; those of the plan at hand end with it.
  mutating func beginPlan(_ intent: Intent?) {
    let isMealPlan = intent?.task == .mealPlan
    let requested = intent?.task == .trainingGoal ? "workout" : intent?.task?.planKind
    if !asks {
      for (option, isWanted) in utterance.planOptions where isWanted && option.lasts {
        state.planHints = (state.planHints ?? [:]).merging([option.kind: [option.tag]]) { $0.union($1) }
      }
    }
    if requested != nil {
      (state.planExclusions, state.planVariant, state.planParts) = (nil, nil, nil)
      // "At most 25 minutes" holds for further plans of the kind.
      if requested != before.planned?.planKind { state.planMinutes = nil }
      (state.planDays, state.planIsLowCarb, state.planMeals, state.planPreferences) = (nil, nil, nil, nil)
      (state.planConditions, state.planEnergy, state.planProtein) = (nil, nil, nil)
      state.planWanted = utterance.has(.exclusionTriggers) ? nil : PlanFood.named(in: utterance.words)
    }
    if let kind = requested ?? intent?.planned?.planKind {
      var preferences = state.planPreferences ?? PlanPreferences()
      // "My knee is sore", and a request later.
      if requested != nil { preferences.tags = before.planHints?[kind] ?? [] }
      preferences.read(utterance, kind: kind, isRequest: requested != nil)
      state.planPreferences = preferences
    }
    state.planMinutes = utterance.planMinutes ?? state.planMinutes
    // "A 600 kcal dinner" is no target for the day, "my target is 2,000 kcal" is.
    if isMealPlan || intent?.planned == .mealPlan {
      let statement = HealthStatement(turn.message)
      let ofOthers = (facts.dietsOfOthers ?? []).union(statement.dietsOfOthers)
      let named = statement.conditions.mentioned.subtracting(ofOthers).union(utterance.has(.forOthers) ? ofOthers : [])
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

  /// The duration of a session or routine that "half of that" and "shorter" ask for; nil if the message does not.
  private func minutes(of task: DialogueTask) -> Int? {
    let usual = task == .workoutPlan ? workout().minutes : task == .routine ? RoutinePlanner.usualMinutes : nil
    let factor = utterance.value(.planLength).flatMap(Double.init)
    guard utterance.planMinutes == nil, let factor, let minutes = before.planMinutes ?? usual else { return nil }
    return min(max(Int(Double(minutes) * factor), 5), 180)
  }

  /// Makes the plan at hand again, with a change; another one without.
  mutating func again(_ task: DialogueTask, _ change: PlanChange?) -> String {
    let part = change.flatMap(part)
    if let change {
      if var part {
        // "Cold lunches on Monday" is no preference for the other days.
        part.wanted.formUnion((state.planPreferences?.tags ?? []).subtracting(before.planPreferences?.tags ?? []))
        state.planPreferences = before.planPreferences
        state.planParts = ((state.planParts ?? []) + [part]).suffix(DialogueState.maxPlanParts)
      } else {
        state.planExclusions = (state.planExclusions ?? []).union(change.exclusions)
        if !change.wanted.isEmpty { state.planWanted = change.wanted }
        state.planMinutes = minutes(of: task) ?? state.planMinutes
      }
      if task == .mealPlan, utterance.has(.shopping) { return shoppingList() }
      if task == .mealPlan { changeSize() }
      if task == .workoutPlan, utterance.has(.moreDays) {
        state.facts.trainingDays = min((facts.trainingDays ?? WorkoutPlanner.usualDays) + 1, 6)
      }
    }
    // A change keeps the rest of the plan.
    reply.replacesTemplate = part != nil || change != nil && !utterance.has(.otherPlan)
    let isPartRead = part.map { $0.isStated || utterance.has(.exclusionTriggers) } ?? false
    let namesDays = task != .mealPlan && !utterance.weekdays.isEmpty
    let isRead = change?.isStated ?? true || isPartRead || namesDays || state.planPreferences != before.planPreferences
    if !reply.replacesTemplate { state.planVariant = nil }
    let text = task == .mealPlan ? mealPlan(isAgain: true) : proceed(task)
    if !isRead, state.planLines == before.planLines {
      return change?.isPlain == true ? Wording.join(Wording.text("plan.kept"), text) : unchanged()
    }
    return Wording.join(change.flatMap { changed($0, part) }, text)
  }

  /// Answers a message that a score takes for a change of the plan and that changes nothing in it, as one that is about
  /// something else.
  private mutating func unchanged() -> String {
    (reply.templates, reply.replacesTemplate, state.lastTopic) = ([], false, nil)
    let text = beyond()
    return reply.isFallback ? Wording.join(Wording.text("plan.unread"), text) : text
  }

  /// Returns a change in the words of the coach: "Changed: lunch, without egg."; nil for changes that the plan shows.
  private func changed(_ change: PlanChange, _ part: PlanPart?) -> String? {
    let without = part?.exclusions ?? change.exclusions
    let with = (part?.wanted ?? change.wanted).filter { !PlanOption.isTag($0) }
    let days = utterance.weekdays.isEmpty ? nil : state.planPreferences?.weekdaysInShort
    let texts = [
      part?.name,
      without.isEmpty ? nil : Wording.text("plan.changed.without", ["names": without.sorted()]),
      with.isEmpty ? nil : Wording.text("plan.changed.with", ["names": with.sorted()]),
      change.isStatedByFood ? nil : utterance.value(.planLength).flatMap { Wording.find("plan.changed.length." + $0) },
      days.map { Wording.text("plan.changed." + $0.key, ["days": $0.days.map(WorkoutPlanner.weekday)]) },
    ].compactMap(\.self)
    return texts.isEmpty ? nil : Wording.text("plan.changes", ["changes": texts.joined(separator: ", ")])
  }
}
