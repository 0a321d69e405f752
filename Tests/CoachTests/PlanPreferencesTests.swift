import HealthModels
import Testing
import TextModels

@testable import Coach

/// Preferences beside foods, exercises and figures.
@Suite struct PlanPreferencesTests {
  private static func preferences(_ messages: String..., kind: String) -> PlanPreferences {
    var preferences = PlanPreferences()
    for (index, message) in messages.enumerated() {
      preferences.read(Utterance(message), kind: kind, isRequest: index == 0)
    }
    return preferences
  }

  /// Each message added a set, without an end.
  @Test func boundsTheSetsThatAreAdded() {
    let preferences = Self.preferences(
      "workout plan", "make it harder", "make it harder", "make it harder", "make it harder", kind: "workout")
    #expect(preferences.sets == 2)
  }

  @Test(
    arguments: [
      ("lunches that I can eat cold, there's no microwave", "meal", "#cold", true),
      ("my gran needs soft food", "meal", "#soft", true), ("something indian please", "meal", "#indian", true),
      ("please, no spicy food", "meal", "#spicy", false), ("chair exercises", "workout", "#chair", true),
      ("no jumping, people downstairs", "workout", "#quiet", true), ("no running please", "workout", "#running", false),
      ("put a nap in it", "wellness", "#nap", true), ("without journaling", "wellness", "#journal", false),
    ])
  func readsTagsAndTheirRefusal(_ message: String, _ kind: String, _ tag: String, _ isWanted: Bool) {
    let preferences = Self.preferences(message, kind: kind)
    #expect(
      preferences.tags.contains(tag) == isWanted && preferences.refused.contains(tag) != isWanted, "\(preferences)")
  }

  /// Content without an option would never be found, an option without content would promise what no plan has.
  @Test func tagsOfContentAndOptionsAgree() {
    // Some options choose the days of a week, and some tags are those of a place in a session.
    let weeks = CoachTable.workoutWeeks.rows(3).flatMap { $0[0].split(separator: ",").map(String.init) }
    let places = CoachTable.workoutSessions.rows(3).flatMap { $0[2].items }.flatMap { $0.items(" ").dropFirst() }
    let content = [
      "meal": Set(PlanFood.all.flatMap(\.words)), "workout": Set(Exercise.all.flatMap(\.words)).union(weeks),
      "wellness": Set(CoachTable.habits.rows(6).flatMap { PlanOption.words($0[5]) }),
    ]
    for (kind, words) in content {
      let options = Set(PlanOption.all.filter { $0.kind == kind }.map(\.tag))
      let others = kind == "workout" ? Set((places + ["*"]).map(PlanOption.word)) : []
      let tags = words.filter(PlanOption.isTag).subtracting(PlanOption.usual).subtracting(others)
      #expect(!options.isEmpty && tags == options, "\(kind): \(tags.symmetricDifference(options))")
    }
    // A habit without a focus comes in by its tags alone.
    #expect(CoachTable.habits.rows(6).allSatisfy { Int($0[3]) != nil && ($0[0] != "*" || !$0[5].isEmpty) })
  }

  /// In a request the named days are free; after a plan they rather are not.
  @Test func readsFreeAndBusyDays() {
    #expect(Self.preferences("train me on Monday and Friday", kind: "workout").weekdays == [1, 5])
    #expect(Self.preferences("monday to thursday", kind: "workout").weekdays == [1, 2, 3, 4])
    #expect(Self.preferences("on monday and friday with no jumping", kind: "workout").weekdays == [1, 5])
    #expect(Self.preferences("a plan, but no mondays please", kind: "workout").weekdays == [2, 3, 4, 5, 6, 7])
    #expect(Self.preferences("weekends are out", kind: "workout").weekdays == [1, 2, 3, 4, 5])
    #expect(Self.preferences("a plan", "choir on tuesdays", kind: "workout").weekdays == [1, 3, 4, 5, 6, 7])
    #expect(Self.preferences("a plan", "only wed and sun", kind: "workout").weekdays == [3, 7])
    #expect(Self.preferences("a plan", "i want to do it tue thu sat", kind: "workout").weekdays == [2, 4, 6])
    #expect(Self.preferences("a plan", kind: "workout").weekdays == nil)
  }

  @Test(
    arguments: [
      ("start it at 9.30", ["evening": "9:30 pm"]), ("i get up at 5:15", ["morning": "5:15 am"]),
      ("bed by 11pm", ["evening": "11 pm"]), ("my lunch is at 12.45", ["noon": "12:45 pm"]),
      ("for 20 minutes", [:]), ("about 3 times a week", [:]), ("in 2 weeks", [:]), ("from 99 to 88", [:]),
      ("walk 3.5 km and drink 2.25 l", [:]), ("at 1.5 hours", [:]), ("bed at 10.15 pm", ["evening": "10:15 pm"]),
    ])
  func readsClockTimes(_ message: String, _ times: [String: String]) {
    #expect(Self.preferences(message, kind: "wellness").times == times)
  }

  /// A plan meets a preference by each food or exercise that has its tag, and ends with its note.
  @Test func plansMeetPreferences() throws {
    var dialogue = Conversation(BuiltInCoach())
    let text = dialogue.say("make me a workout plan with chair exercises, only mondays and thursdays")
    #expect(text.contains("Monday") && text.contains("Thursday") && text.contains("Seated") && text.contains("chair"))
    #expect(!text.contains("Easy Run"))
    let half = dialogue.say("too long, half of that please")
    #expect(half.contains("Changed: shorter") && half.contains("22 minutes"))
    #expect(dialogue.say("what do I do on Monday?").contains("From your plan:\n- Day 1: Monday,"))
    let less = dialogue.say("thursdays are out now")
    #expect(less.contains("1 day a week") && !less.contains("Thursday,"))
  }

  /// "Shorter" was read twice: as an act, and as a change.
  @Test(arguments: [("shorter", "22 minutes"), ("make it quicker", "25 minutes")])
  func aShorterPlanHasHalfOfTheTime(_ message: String, _ minutes: String) {
    var dialogue = Conversation(BuiltInCoach(), persona: .fitnessCoach)
    #expect(dialogue.say("make me a workout plan").contains("45 minutes"))
    let text = dialogue.say(message)
    #expect(text.contains(minutes), "\(text)")
  }

  /// "Longer" a hundred times would be more minutes than a number can have.
  @Test func aPlanThatGrowsAgainAndAgainHasABound() {
    for request in ["make me a workout plan", "make me an evening routine for better sleep"] {
      var dialogue = Conversation(BuiltInCoach(), persona: .wellnessSpecialist)
      _ = dialogue.say(request)
      for _ in 0..<120 { _ = dialogue.say("longer") }
      for _ in 0..<20 { _ = dialogue.say("half of that please") }
      #expect(dialogue.templates.count > 100)
    }
  }

  @Test func routinesMeetPreferences() {
    var dialogue = Conversation(BuiltInCoach(), persona: .wellnessSpecialist)
    #expect(dialogue.say("make me an evening routine for better sleep").contains("evening: "))
    #expect(dialogue.say("start it at 9.30").contains("evening, 9:30 pm: "))
    #expect(dialogue.say("put a nap in it").contains("nap"))
    let less = dialogue.say("no reading please")
    #expect(less.contains("Changed: without reading") && !less.lowercased().contains(": read "))
    #expect(dialogue.say("football on wednesdays").contains("On Wednesday do the first habit only"))
  }

  /// "Dinners for the week" are seven, not one.
  @Test func aMealIsPlannedForSeveralDays() {
    var dialogue = Conversation(BuiltInCoach(), persona: .nutritionist)
    let text = dialogue.say("plan me dinners for the week")
    #expect(text.contains("Day 7: dinner: ") && !text.contains("breakfast:"))
    #expect(dialogue.say("swap friday for lentils").contains("Changed: day 5, with lentil"))
    guard case .meal(let plan)? = dialogue.templates.last else {
      Issue.record("no plan of meals")
      return
    }
    #expect(Set(plan.items.compactMap(\.day)).count == 7 && Set(plan.items.map(\.meal)) == ["dinner"])
  }

  /// "Cold lunches" of one day is no preference for the others.
  @Test func aPreferenceForAPartIsNoneForTheRest() {
    var state = DialogueState()
    (state.planned, state.planLines) = (.mealPlan, ["Day 1: lunch: rice", "Day 2: lunch: rice"])
    let turn = CoachTurn(message: "a cold packed lunch on day 2", persona: .nutritionist, state: state)
    var dialogue = Dialogue(turn, BuiltInCoach())
    dialogue.beginPlan(Intent.again(.mealPlan, nil))
    _ = dialogue.again(.mealPlan, PlanChange(isStated: false))
    #expect(dialogue.state.planParts?.last?.wanted.contains("#cold") == true)
  }
}
