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
  var excluded: Set<String> { (state.planExclusions ?? []).union(state.planPreferences?.refused ?? []) }

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
      known ?? .stress, minutes: state.planMinutes, without: excluded, preferences: preferences,
      turn: state.planVariant ?? 0)
    let habits = routine.habits.map { "\($0.time): \($0.name.lowercasedFirst). \($0.reason)" }
    save(.wellness(routine), .routine, habits, minutes: routine.habits.reduce(0) { $0 + $1.minutes })
    let busy = preferences.weekdays.map { Weekdays.others($0).map(WorkoutPlanner.weekday) }
    let ending = busy.map { Wording.text("routine.busy", ["days": $0]) }
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

  private var isSamePlan: Bool { state.planLines == before.planLines && state.planItems == before.planItems }

  var planEnding: String {
    let kind = state.planned?.planKind ?? ""
    let key = reply.replacesTemplate ? isSamePlan ? "plan.same" : "plan.changed" : "plan.saved"
    let isHeard = key == "plan.same" && state.planPreferences != before.planPreferences
    let ending = isHeard ? [] : [Wording.text(key, ["kind": kind])]
    let options = PlanOption.all.filter { $0.kind == kind && state.planPreferences?.tags.contains($0.tag) == true }
    return (options.prefix(3).map(\.note) + ending).joined(separator: " ")
  }

  private static func assumption(_ names: [FactName]) -> String? {
    let texts = names.map { Wording.text("assumed." + $0.rawValue) }
    return names.isEmpty ? nil : Wording.text("assumed", ["facts": texts])
  }

  var dietRule: DietRule {
    var facts = facts
    if let named = state.planConditions { facts.conditions = (facts.conditions ?? []).union(named) }
    return DietRule(facts)
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
      if let childAge, kind == "meal" { preferences.suit(childAge) }
      state.planPreferences = preferences
    }
    // "Make it 5" after a routine.
    let isBare = intent?.planned == .routine && utterance.words.count <= 4 && utterance.clockTimes.isEmpty
    let bare = isBare ? utterance.numbers.lazy.map(\.value).first(where: (5...180).contains) : nil
    state.planMinutes = utterance.planMinutes ?? bare.map { Int($0) } ?? state.planMinutes
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

  /// The parts of the plan that a change is about; none for the whole plan.
  private func parts(_ change: PlanChange, of task: DialogueTask) -> [PlanPart] {
    let sized = change.isStatedByFood ? [] : PlanPart.sized(utterance, before)
    if !sized.isEmpty { return sized }
    let isOfWhole = PlanChange.ofMeals.contains(where: utterance.has)
    let named = isOfWhole || utterance.planDays ?? utterance.planMinutes != nil ? nil : PlanPart(utterance, before)
    let isWhole = named == nil && (task == .workoutPlan || !change.exclusions.isEmpty) && !change.wanted.isEmpty
    guard var part = named ?? (isWhole ? PlanPart(exclusions: [], wanted: []) : nil) else { return [] }
    part.exclusions = change.exclusions
    let foods = task == .mealPlan ? PlanFood.named(in: utterance.words) : []
    part.wanted = foods.union(change.wanted).subtracting(change.exclusions)
    // "Cold lunches on Monday" is no preference for the other days.
    let tags = (state.planPreferences?.tags ?? []).subtracting(before.planPreferences?.tags ?? [])
    if task == .mealPlan { part.wanted.formUnion(tags) }
    let lists: [WordList] = [.sameKind, .otherPlan, .exclusionTriggers, .swapVerbs, .spoils, .dislikes]
    return part.isStated || lists.contains(where: utterance.has) ? [part] : []
  }

  /// The duration of a session or routine that "half of that" and "shorter" ask for; nil if the message does not.
  private func minutes(of task: DialogueTask) -> Int? {
    let usual = task == .workoutPlan ? workout().minutes : task == .routine ? RoutinePlanner.usualMinutes : nil
    let factor = utterance.value(.planLength).flatMap(Double.init)
    let isLonger = utterance.planMinutes == nil && (task == .routine || !utterance.has(.addsExercise))
    guard isLonger, let factor, let minutes = before.planMinutes ?? usual else { return nil }
    return min(max(Int(Double(minutes) * factor), 5), 180)
  }

  /// Makes the plan at hand again, with a change; another one without.
  mutating func again(_ task: DialogueTask, _ change: PlanChange?) -> String {
    if task == .mealPlan, state.hasEatingDisorder == true { return proceed(task) }
    let parts = change.map { self.parts($0, of: task) } ?? []
    if let change {
      if !parts.isEmpty {
        state.planPreferences = before.planPreferences
        state.planParts = ((state.planParts ?? []) + parts).suffix(DialogueState.maxPlanParts)
      } else {
        state.planExclusions = (state.planExclusions ?? []).union(change.exclusions)
        if !change.wanted.isEmpty { state.planWanted = change.wanted }
        state.planMinutes = (change.exclusions.isEmpty ? minutes(of: task) : nil) ?? state.planMinutes
        if task == .mealPlan { changeSize() }
      }
      if task == .mealPlan, utterance.has(.shopping) { return shoppingList() }
      if task == .workoutPlan, let more = utterance.value(.moreDays).flatMap(Int.init) {
        state.facts.trainingDays = min(max((facts.trainingDays ?? WorkoutPlanner.usualDays) + more, 1), 6)
      }
    }
    // A change keeps the rest of the plan.
    reply.replacesTemplate = !parts.isEmpty || change != nil && !utterance.has(.otherPlan)
    let namesDays = utterance.has(.money) || task != .mealPlan && !utterance.weekdays.isEmpty
    let isRead =
      change?.isStated ?? true || !parts.isEmpty || namesDays || state.planPreferences != before.planPreferences
    if !reply.replacesTemplate { state.planVariant = task == .routine ? (before.planVariant ?? 0) + 1 : nil }
    let text = task == .mealPlan ? mealPlan(isAgain: true) : proceed(task)
    if !isRead, state.planLines == before.planLines {
      // "12 weeks" is no change of a plan that repeats.
      let weeks = utterance.amount(.daysOfUnits) ?? 0 > 7 ? Wording.find("plan.weeks." + (task.planKind ?? "")) : nil
      let heard = noted ?? weeks ?? Wording.text("plan.kept")
      return change?.isPlain == true ? Wording.join(heard, text) : unchanged()
    }
    return Wording.join(change.flatMap { changed($0, parts) }, text)
  }

  /// Answers a message that a score takes for a change of the plan, and that changes nothing, as one about something else.
  private mutating func unchanged() -> String {
    (reply.templates, reply.replacesTemplate, state.lastTopic) = ([], false, nil)
    let text = beyond()
    return reply.isFallback ? Wording.join(Wording.text("plan.unread"), text) : text
  }

  /// Returns a change in the words of the coach: "Changed: lunch, without egg."; nil for changes that the plan shows.
  private func changed(_ change: PlanChange, _ parts: [PlanPart]) -> String? {
    let lines = (state.planLines ?? []).joined(separator: " ").lowercased()
    let without = utterance.has(.planLeaves) ? [] : change.exclusions
    // "Instead of burpees", which the plan never had.
    if !without.isEmpty, state.planLines == before.planLines {
      return Wording.text("plan.absent", ["names": without.sorted()])
    }
    let isWorkout = state.planned == .workoutPlan
    let wanted = (parts.first?.wanted ?? change.wanted).filter {
      lines.contains($0) || PlanOption.isTag($0) && isWorkout
    }
    let free = utterance.weekdays.isEmpty ? nil : state.planPreferences?.weekdays
    let busy = free.map(Weekdays.others)
    let (key, days) = busy?.count ?? 7 < free?.count ?? 0 ? ("busy", busy) : ("days", free)
    let (old, new) = (before.planPreferences ?? PlanPreferences(), state.planPreferences ?? PlanPreferences())
    let size = utterance.value(state.planned == .mealPlan ? .planSize : .planLength)
    func say(_ key: String, _ value: (any WordingValue)?) -> String? {
      value.flatMap { ($0 as? [String])?.isEmpty == true ? nil : Wording.find("plan.changed." + key, ["value": $0]) }
    }
    let ofPart = isWorkout ? "sets." : "size."
    let said =
      parts.map { part in part.size.flatMap { say(ofPart + "\($0)", part.name) } ?? part.name } + [
        say("without", without.sorted()), say("with", wanted.map { $0.replacing("#", with: "") }.sorted()),
        change.isStatedByFood || !parts.isEmpty || isSamePlan ? nil : say("length." + (size ?? ""), ""),
        say(key, days?.map(WorkoutPlanner.weekday)),
        state.planMinutes == before.planMinutes || size != nil ? nil : say("minutes", state.planMinutes),
        new.people == old.people ? nil : say("people", new.people),
        new.seconds == old.seconds ? nil : say("seconds", new.seconds),
        new.sets == old.sets ? nil : say(new.sets ?? 0 > old.sets ?? 0 ? "harder" : "easier", ""),
        utterance.has(.money) ? say("money", "") : nil,
      ]
    let changes = said.compactMap(\.self).filter { !$0.isEmpty }
    return changes.isEmpty ? nil : Wording.text("plan.changes", ["changes": changes.joined(separator: ", ")])
  }
}
