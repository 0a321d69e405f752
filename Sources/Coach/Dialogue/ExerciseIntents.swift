import HealthModels

/// A question about exercises.
enum ExerciseQuestion: Equatable {
  case how(String)
  case muscles(String)
  case easier(String)
  case harder(String)
  case about(String)
  case alternatives(String, ExerciseWish)
  /// Exercises for a part of the body.
  case area(String, ExerciseWish)
}

/// Recognises questions about exercises, by their names or by parts of the body.
struct ExerciseIntents {
  let utterance: Utterance
  let state: DialogueState
  let facts: Facts

  func question() -> ExerciseQuestion? {
    let wish = ExerciseWish(utterance, equipment: facts.equipment)
    let named = ExerciseGuide.find(utterance)
    // "the first one" of the last plan.
    let ordinal = named == nil && utterance.has("first one", "first exercise") ? state.firstExercise : nil
    let last = state.exercise.flatMap(ExerciseGuide.named)
    if let exercise = named ?? ordinal.flatMap({ ExerciseGuide.find(Utterance($0)) }) {
      return about(exercise.name, wish, isNamed: true)
    }
    if let area = area { return .area(area, wish) }
    guard let last, utterance.words.count <= 10, refersBack else { return nil }
    return about(last.name, wish, isNamed: false)
  }

  private var refersBack: Bool {
    utterance.has(
      "it", "that", "this", "them", "one", "any", "which muscle*", "what muscle*", "easier", "harder", "alternative*",
      "instead", "form", "technique", "version", "properly", "correctly", "at home", "too hard", "too easy")
  }

  private func about(_ name: String, _ wish: ExerciseWish, isNamed: Bool) -> ExerciseQuestion? {
    if utterance.has("muscle*", "work on", "good for", "train with", "target*") { return .muscles(name) }
    if wish.joint != nil
      || utterance.has("alternative*", "instead", "replace*", "substitute*", "swap*", "other than", "different")
    {
      return .alternatives(name, wish)
    }
    if utterance.has(
      "easier", "cant do", "cannot do", "cant even", "too hard", "beginner", "regression", "not strong enough",
      "cant do any")
    {
      return .easier(name)
    }
    if utterance.has("harder", "too easy", "advanced", "progression", "next level") { return .harder(name) }
    if utterance.has(
      "how do", "how to", "form", "technique", "properly", "correctly", "right way", "show me", "explain", "teach me",
      "whats a", "what is a", "what are", "do i do")
    {
      return .how(name)
    }
    return isNamed && utterance.words.count <= 3 ? .about(name) : nil
  }

  /// The part of the body that exercises are asked for.
  private var area: String? {
    let asks = utterance.has(
      "exercise*", "workout for", "train my", "work my", "strengthen", "best for", "moves for", "stretch for")
    let follows = state.exerciseArea != nil && utterance.words.count <= 4
    guard asks || follows else { return nil }
    if let named = Self.areas.first(where: { utterance.has($0.word) })?.area { return named }
    let adds = utterance.has("at home", "without equipment", "no equipment", "hurt*", "dumbbell*", "gym")
    return follows && adds ? state.exerciseArea : nil
  }

  private static let areas: [(word: String, area: String)] = [
    ("biceps", "biceps"), ("bicep", "biceps"), ("triceps", "triceps"), ("tricep", "triceps"),
    ("shoulder*", "shoulders"),
    ("delts", "shoulders"), ("chest", "chest"), ("pecs", "chest"), ("back", "back"), ("lats", "back"), ("legs", "legs"),
    ("leg", "legs"), ("thigh*", "legs"), ("quads", "legs"), ("hamstrings", "legs"), ("glute*", "glutes"),
    ("butt", "glutes"), ("booty", "glutes"), ("calves", "calves"), ("abs", "abs"), ("core", "abs"), ("belly", "abs"),
    ("arms", "arms"), ("arm", "arms"), ("hips", "hips"), ("hip", "hips"),
  ]
}
