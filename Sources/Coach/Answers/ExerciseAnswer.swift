import HealthModels

/// Questions about exercises by name, or about exercises for a part of the body.
extension Dialogue {
  /// Returns the answer to a question about exercises; nil for other messages.
  func exerciseIntent() -> Intent? {
    let wish = ExerciseWish(utterance, equipment: facts.equipment)
    let several = ExerciseGuide.all(in: utterance)
    if several.count > 1, utterance.has(.compares) { return exercise { _ in Self.comparison(several.prefix(2)) } }
    // "the first one" of the last plan.
    let ordinal = utterance.has("first one", "first exercise") ? before.firstExercise : nil
    if let guide = ExerciseGuide.find(utterance) ?? ordinal.flatMap({ ExerciseGuide.find(Utterance($0)) }) {
      return exercise(guide, wish, isNamed: true)
    }
    if let area { return exercise { $0.exercises(for: area, wish) } }
    guard let last = before.exercise.flatMap(ExerciseGuide.named), utterance.words.count <= 10,
      utterance.has(.refersBack)
    else { return nil }
    return exercise(last, wish, isNamed: false)
  }

  private func exercise(_ answer: @escaping (inout Dialogue) -> String) -> Intent {
    Intent("exercise") { dialogue in
      dialogue.sources = ["ACSM, Progression models in resistance training, 2009"]
      dialogue.state.lastTopic = Topic.exerciseDose
      return answer(&dialogue)
    }
  }

  /// The kinds of questions are values of the list `exerciseQuestion` and keys of `wording.tsv`.
  private func exercise(_ guide: ExerciseGuide, _ wish: ExerciseWish, isNamed: Bool) -> Intent? {
    let named = wish.joint == nil ? utterance.value(.exerciseQuestion) : "alternatives"
    guard named != nil || isNamed && utterance.words.count <= 3 else { return nil }
    return exercise { dialogue in
      dialogue.state.exercise = guide.name
      if named == "alternatives" { return Self.alternatives(guide, wish) }
      return Wording.text(
        "exercise." + (named ?? "about"),
        [
          "name": guide.name, "muscles": guide.muscles, "how": guide.how, "easier": guide.easier,
          "harder": guide.harder,
        ])
    }
  }

  private var area: String? {
    let follows = before.exerciseArea != nil && utterance.words.count <= 7
    guard utterance.has(.adjusts) || follows else { return nil }
    if let named = utterance.value(.areas) { return named }
    let adds = utterance.has(.atHome) || utterance.has("hurt*", "dumbbell*", "gym")
    return follows && adds ? before.exerciseArea : nil
  }

  private static func comparison(_ guides: some Sequence<ExerciseGuide>) -> String {
    let names = guides.map { Wording.text("exercise.compare.name", ["name": $0.name, "muscles": $0.muscles]) }
    return Wording.text("exercise.compare", ["names": names.joined(separator: " ")])
  }

  private static func alternatives(_ guide: ExerciseGuide, _ wish: ExerciseWish) -> String {
    let names = guide.alternatives(wish).prefix(3).map { $0.name.lowercased() }
    let instead = Wording.text(
      names.isEmpty ? "exercise.instead.none" : "exercise.instead", ["name": guide.name, "others": names])
    return wish.joint.map { Wording.text("exercise.pain", ["joint": $0, "instead": instead]) } ?? instead
  }

  private mutating func exercises(for area: String, _ wish: ExerciseWish) -> String {
    state.exerciseArea = area
    let fitting = ExerciseGuide.all.filter { $0.areas.contains(area) && wish.allows($0) }
    guard !fitting.isEmpty else { return Wording.text("exercise.area.none", ["area": area]) }
    // Those that train few other parts come first.
    let chosen = fitting.sorted { $0.areas.count < $1.areas.count }.prefix(4).map { $0.name.lowercased() }
    return Wording.text("exercise.area", ["area": area, "names": chosen])
  }
}
