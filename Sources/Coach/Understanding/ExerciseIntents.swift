import HealthModels

/// A question about exercises by name, or about exercises for a part of the body.
struct ExerciseQuestion: Equatable {
  /// The raw values are keys of `wording.tsv`, and values of the list `exerciseQuestion`.
  enum Kind: String { case how, muscles, easier, harder, about, alternatives, compare }

  var kind: Kind
  var exercises: [ExerciseGuide] = []
  var area: String?
  var wish: ExerciseWish
}

/// Recognises questions about exercises.
struct ExerciseIntents {
  let utterance: Utterance
  let state: DialogueState
  let facts: Facts

  func question() -> ExerciseQuestion? {
    let wish = ExerciseWish(utterance, equipment: facts.equipment)
    let several = ExerciseGuide.all(in: utterance)
    if several.count > 1, utterance.has(.compares) {
      return ExerciseQuestion(kind: .compare, exercises: Array(several.prefix(2)), wish: wish)
    }
    // "the first one" of the last plan.
    let ordinal = utterance.has("first one", "first exercise") ? state.firstExercise : nil
    if let exercise = ExerciseGuide.find(utterance) ?? ordinal.flatMap({ ExerciseGuide.find(Utterance($0)) }) {
      return about(exercise, wish, isNamed: true)
    }
    if let area { return ExerciseQuestion(kind: .about, area: area, wish: wish) }
    guard let last = state.exercise.flatMap(ExerciseGuide.named), utterance.words.count <= 10,
      utterance.has(.refersBack)
    else { return nil }
    return about(last, wish, isNamed: false)
  }

  private func about(_ exercise: ExerciseGuide, _ wish: ExerciseWish, isNamed: Bool) -> ExerciseQuestion? {
    let named: ExerciseQuestion.Kind? = wish.joint == nil ? utterance.value(.exerciseQuestion) : .alternatives
    guard named != nil || isNamed && utterance.words.count <= 3 else { return nil }
    return ExerciseQuestion(kind: named ?? .about, exercises: [exercise], wish: wish)
  }

  private var area: String? {
    let follows = state.exerciseArea != nil && utterance.words.count <= 7
    guard utterance.has(.adjusts) || follows else { return nil }
    if let named = utterance.value(.areas) { return named }
    let adds = utterance.has(.atHome) || utterance.has("hurt*", "dumbbell*", "gym")
    return follows && adds ? state.exerciseArea : nil
  }
}
