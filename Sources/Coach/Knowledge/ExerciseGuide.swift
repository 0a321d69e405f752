import HealthModels

/// An exercise that users ask about by name. Rows of `exercise_guide.tsv`:
///   exercise  names (joined by ';')  areas  equipment  loads (joints, each joined by ',')  muscles  how  easier  harder
struct ExerciseGuide: Sendable, Equatable {
  var name: String
  var names: Phrases
  var areas: Set<String>
  var equipment: Set<WorkoutPlan.Equipment>
  /// The joints that it loads, so that it is no alternative when they hurt.
  var loads: Set<String>
  var muscles: String
  var how: String
  var easier: String
  var harder: String

  static let all: [ExerciseGuide] = CoachTable.exerciseGuide.rows(9).map { row in
    ExerciseGuide(
      name: row[0], names: Phrases(row[1]), areas: Set(row[2].items),
      equipment: Set(row[3].items.compactMap(WorkoutPlan.Equipment.init(rawValue:))), loads: Set(row[4].items),
      muscles: row[5], how: row[6], easier: row[7], harder: row[8])
  }

  static func named(_ name: String) -> ExerciseGuide? { all.first { $0.name == name } }

  static func all(in utterance: Utterance) -> [ExerciseGuide] { all.filter { utterance.has($0.names) } }

  static func find(_ utterance: Utterance) -> ExerciseGuide? { utterance.longest(of: all, \.names)?.0 }

  /// Returns the exercises that train the same parts of the body, nearest first.
  func alternatives(_ wish: ExerciseWish) -> [ExerciseGuide] {
    Self.all.filter { $0.name != name && !$0.areas.isDisjoint(with: areas) && wish.allows($0) }
      .sorted { $0.areas.intersection(areas).count > $1.areas.intersection(areas).count }
  }
}

/// The conditions on exercises to suggest: the equipment at hand, and the joint that hurts.
struct ExerciseWish: Sendable, Equatable {
  var equipment: WorkoutPlan.Equipment?
  var joint: String?

  init(_ utterance: Utterance, equipment known: WorkoutPlan.Equipment?) {
    equipment = utterance.has(.atHome) ? WorkoutPlan.Equipment.none : known
    joint = utterance.has(.pain) ? utterance.value(.joints) : nil
  }

  func allows(_ exercise: ExerciseGuide) -> Bool {
    if let equipment, !exercise.equipment.contains(equipment) { return false }
    return joint.map { !exercise.loads.contains($0) } ?? true
  }
}
