import HealthModels
import TextModels

/// Questions about exercises by name, or about exercises for a part of the body.
extension Dialogue {
  /// Returns the answer to a question about exercises; nil for other messages.
  func exerciseIntent() -> Intent? {
    if let guide = ExerciseGuide.byName.longest(of: utterance.words)?.value { return exercise(guide, isNamed: true) }
    if let area { return exercise { $0.exercises(for: area) } }
    guard let last = before.exercise, utterance.words.count <= 10, utterance.has(.refersBack) else { return nil }
    return ExerciseGuide.all.first { $0.name == last }.flatMap { exercise($0, isNamed: false) }
  }

  private func exercise(_ answer: @escaping (inout Dialogue) -> String) -> Intent {
    Intent("exercise") { dialogue in
      dialogue.sources = ["ACSM, Progression models in resistance training, 2009"]
      dialogue.state.lastTopic = "exercise-dose"
      return answer(&dialogue)
    }
  }

  /// The kinds of questions are values of the list `exerciseQuestion` and keys of `wording.tsv`.
  private func exercise(_ guide: ExerciseGuide, isNamed: Bool) -> Intent? {
    let named = joint == nil ? utterance.value(.exerciseQuestion) : "alternatives"
    guard named != nil || isNamed && utterance.words.count <= 3 else { return nil }
    return exercise { dialogue in
      dialogue.state.exercise = guide.name
      if named == "alternatives" { return dialogue.alternatives(guide) }
      return Wording.text("exercise." + (named ?? "about"), guide.texts)
    }
  }

  private var area: String? {
    let follows = before.exerciseArea != nil && utterance.words.count <= 7
    guard utterance.has(.adjusts) || follows else { return nil }
    let adds = follows && (utterance.has(.atHome) || utterance.has("hurt*", "dumbbell*", "gym"))
    return utterance.value(.areas) ?? (adds ? before.exerciseArea : nil)
  }

  /// The joint that hurts.
  private var joint: String? { utterance.has(.pain) ? utterance.value(.joints) : nil }

  /// Returns the exercises for parts of the body, those that train few others first; none that loads a joint that hurts.
  private func exercises(for areas: Set<String>) -> [ExerciseGuide] {
    let equipment = utterance.has(.atHome) ? WorkoutPlan.Equipment.none : facts.equipment
    return ExerciseGuide.all.filter { guide in
      !guide.areas.isDisjoint(with: areas) && equipment.map(guide.equipment.contains) ?? true
        && joint.map { !guide.loads.contains($0) } ?? true
    }
    .sorted { left, right in
      let (more, less) = (left.areas.intersection(areas).count, right.areas.intersection(areas).count)
      return (more, right.areas.count) > (less, left.areas.count)
    }
  }

  private func alternatives(_ guide: ExerciseGuide) -> String {
    let names = exercises(for: guide.areas).map(\.name).filter { $0 != guide.name }.prefix(3).map { $0.lowercased() }
    let instead = Wording.text(
      names.isEmpty ? "exercise.instead.none" : "exercise.instead", ["name": guide.name, "others": names])
    return joint.map { Wording.text("exercise.pain", ["joint": $0, "instead": instead]) } ?? instead
  }

  private mutating func exercises(for area: String) -> String {
    state.exerciseArea = area
    let names = exercises(for: [area]).prefix(4).map { $0.name.lowercased() }
    return Wording.text(names.isEmpty ? "exercise.area.none" : "exercise.area", ["area": area, "names": names])
  }
}
