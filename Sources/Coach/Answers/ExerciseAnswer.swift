/// The answers to questions about exercises.
enum ExerciseAnswer {
  static func text(_ question: ExerciseQuestion, _ dialogue: inout Dialogue) -> String {
    dialogue.sources = ["ACSM, Progression models in resistance training, 2009"]
    dialogue.state.lastTopic = Topic.exerciseDose
    if let area = question.area {
      dialogue.state.exerciseArea = area
      return exercises(for: area, question.wish)
    }
    guard let exercise = question.exercises.first else { return "" }
    if question.kind == .compare {
      let names = question.exercises.map {
        Wording.text("exercise.compare.name", ["name": $0.name, "muscles": $0.muscles])
      }
      return Wording.text("exercise.compare", ["names": names.joined(separator: " ")])
    }
    dialogue.state.exercise = exercise.name
    if question.kind == .alternatives { return alternatives(exercise, question.wish) }
    return Wording.text(
      "exercise." + question.kind.rawValue,
      [
        "name": exercise.name, "muscles": exercise.muscles, "how": exercise.how, "easier": exercise.easier,
        "harder": exercise.harder,
      ])
  }

  private static func alternatives(_ exercise: ExerciseGuide, _ wish: ExerciseWish) -> String {
    let names = exercise.alternatives(wish).prefix(3).map { $0.name.lowercased() }
    let instead = Wording.text(
      names.isEmpty ? "exercise.instead.none" : "exercise.instead", ["name": exercise.name, "others": names])
    return wish.joint.map { Wording.text("exercise.pain", ["joint": $0, "instead": instead]) } ?? instead
  }

  private static func exercises(for area: String, _ wish: ExerciseWish) -> String {
    let fitting = ExerciseGuide.all.filter { $0.areas.contains(area) && wish.allows($0) }
    guard !fitting.isEmpty else { return Wording.text("exercise.area.none", ["area": area]) }
    // Those that train few other parts come first.
    let chosen = fitting.sorted { $0.areas.count < $1.areas.count }.prefix(4).map { $0.name.lowercased() }
    return Wording.text("exercise.area", ["area": area, "names": chosen])
  }
}
