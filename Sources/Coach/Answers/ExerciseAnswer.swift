/// The answers to questions about exercises.
enum ExerciseAnswer {
  static func text(_ question: ExerciseQuestion, _ dialogue: inout Dialogue) -> String {
    dialogue.sources = ["ACSM, Progression models in resistance training, 2009"]
    dialogue.state.lastTopic = Topic.exerciseDose
    switch question {
    case .compare(let one, let other):
      return [one, other].compactMap(ExerciseGuide.named).map { "\($0.name): for \($0.muscles)." }.joined(
        separator: " ")
        + " Take the one that you can do cleanly for 8 to 12 repetitions; both in one week are fine."
    case .area(let area, let wish):
      dialogue.state.exerciseArea = area
      return exercises(for: area, wish)
    case .how(let name), .muscles(let name), .easier(let name), .harder(let name), .about(let name),
      .alternatives(let name, _):
      dialogue.state.exercise = name
      guard let exercise = ExerciseGuide.named(name) else { return "" }
      return text(question, exercise)
    }
  }

  private static func text(_ question: ExerciseQuestion, _ exercise: ExerciseGuide) -> String {
    switch question {
    case .how: "\(exercise.name): \(exercise.how)"
    case .muscles: "The \(exercise.name.lowercased()) works \(exercise.muscles)."
    case .easier: "Easier: \(exercise.easier.lowercasedFirst) Two or three sets, twice a week, and it comes."
    case .harder: "Harder: \(exercise.harder.lowercasedFirst)"
    case .about, .area, .compare: "\(exercise.name), for \(exercise.muscles): \(exercise.how.lowercasedFirst)"
    case .alternatives(_, let wish): alternatives(exercise, wish)
    }
  }

  private static func alternatives(_ exercise: ExerciseGuide, _ wish: ExerciseWish) -> String {
    let names = exercise.alternatives(wish).prefix(3).map { $0.name.lowercased() }
    let instead =
      names.isEmpty
      ? "I know no other exercise for the same muscles with what you have."
      : "Instead of the \(exercise.name.lowercased()): \(TextFormat.list(Array(names), "or"))."
    guard let joint = wish.joint else { return instead }
    return
      "Stop where it hurts: pain in the \(joint) is no training stimulus. \(instead) Less load and depth may do as "
      + "well; if it lasts over two weeks, swells or gives way, have a doctor or physiotherapist look at it."
  }

  private static func exercises(for area: String, _ wish: ExerciseWish) -> String {
    let fitting = ExerciseGuide.all.filter { $0.areas.contains(area) && wish.allows($0) }
    guard !fitting.isEmpty else {
      return "For the \(area) I know no exercise that fits; tell me what you can train with."
    }
    // Those that train few other parts come first.
    let chosen = fitting.sorted { $0.areas.count < $1.areas.count }.prefix(4)
    return "For the \(area): \(TextFormat.list(chosen.map { $0.name.lowercased() })). Two or three sets of 8 to 12 "
      + "repetitions, twice a week. Ask me how to do any of them."
  }
}
