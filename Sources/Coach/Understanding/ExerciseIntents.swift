import HealthModels

/// A question about exercises.
enum ExerciseQuestion: Equatable {
  case how(String)
  case muscles(String)
  case easier(String)
  case harder(String)
  case about(String)
  case alternatives(String, ExerciseWish)
  case compare(String, String)
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
    let several = ExerciseGuide.all(in: utterance)
    if several.count > 1, utterance.has(.compares) { return .compare(several[0].name, several[1].name) }
    let named = ExerciseGuide.find(utterance)
    // "the first one" of the last plan.
    let ordinal = named == nil && utterance.has("first one", "first exercise") ? state.firstExercise : nil
    let last = state.exercise.flatMap(ExerciseGuide.named)
    if let exercise = named ?? ordinal.flatMap({ ExerciseGuide.find(Utterance($0)) }) {
      return about(exercise.name, wish, isNamed: true)
    }
    if let area = area { return .area(area, wish) }
    guard let last, utterance.words.count <= 10, utterance.has(.refersBack) else { return nil }
    return about(last.name, wish, isNamed: false)
  }

  private func about(_ name: String, _ wish: ExerciseWish, isNamed: Bool) -> ExerciseQuestion? {
    let question = wish.joint == nil ? utterance.value(.exerciseQuestion) : "alternatives"
    switch question {
    case "muscles": return .muscles(name)
    case "alternatives": return .alternatives(name, wish)
    case "easier": return .easier(name)
    case "harder": return .harder(name)
    case "how": return .how(name)
    default: return isNamed && utterance.words.count <= 3 ? .about(name) : nil
    }
  }

  /// The part of the body that exercises are asked for.
  private var area: String? {
    let asks = utterance.has(.adjusts)
    let follows = state.exerciseArea != nil && utterance.words.count <= 7
    guard asks || follows else { return nil }
    if let named = utterance.value(.areas) { return named }
    let adds = utterance.has(.atHome) || utterance.has("hurt*", "dumbbell*", "gym")
    return follows && adds ? state.exerciseArea : nil
  }
}
