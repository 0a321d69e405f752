import HealthModels

/// An exercise that users ask about by name. Rows of `exercise_guide.tsv`:
///   exercise  names (joined by ';')  areas  equipment  loads (joints, each joined by ',')  muscles  how  easier  harder
struct ExerciseGuide: Sendable {
  var name: String
  var names: [String]
  /// The parts of the body that it trains.
  var areas: Set<String>
  var equipment: Set<WorkoutPlan.Equipment>
  /// The joints that it loads, so that it is no alternative when they hurt.
  var loads: Set<String>
  var muscles: String
  var how: String
  var easier: String
  var harder: String

  static let all: [ExerciseGuide] = TabSeparated.rows(CoachTable.exerciseGuide.bytes, columns: 9).map { row in
    func list(_ cell: String) -> [String] { cell.split(separator: ",").map(String.init) }
    return ExerciseGuide(
      name: row[0], names: row[1].split(separator: ";").map(String.init), areas: Set(list(row[2])),
      equipment: Set(list(row[3]).compactMap(WorkoutPlan.Equipment.init(rawValue:))), loads: Set(list(row[4])),
      muscles: row[5], how: row[6], easier: row[7], harder: row[8])
  }

  static func named(_ name: String) -> ExerciseGuide? { all.first { $0.name == name } }

  /// Returns the exercises that a message names.
  static func all(in utterance: Utterance) -> [ExerciseGuide] {
    all.filter { $0.names.contains { utterance.has($0) } }
  }

  /// Returns the exercise with the longest name that a message has.
  static func find(_ utterance: Utterance) -> ExerciseGuide? {
    var best: (exercise: ExerciseGuide, length: Int)?
    for exercise in all {
      for name in exercise.names where name.utf8.count > best?.length ?? 0 && utterance.has(name) {
        best = (exercise, name.utf8.count)
      }
    }
    return best?.exercise
  }

  /// Returns the exercises that train the same parts of the body, nearest first.
  func alternatives(_ wish: ExerciseWish) -> [ExerciseGuide] {
    Self.all.filter { other in
      other.name != name && !other.areas.isDisjoint(with: areas) && wish.allows(other)
    }
    .sorted { $0.areas.intersection(areas).count > $1.areas.intersection(areas).count }
  }
}

/// The conditions on exercises to suggest: the equipment at hand, and the joint that hurts.
struct ExerciseWish: Sendable, Equatable {
  var equipment: WorkoutPlan.Equipment?
  var joint: String?

  init(_ utterance: Utterance, equipment known: WorkoutPlan.Equipment?) {
    if utterance.has(.atHome) {
      equipment = WorkoutPlan.Equipment.none
    } else {
      equipment = known
    }
    joint = utterance.has(.pain) ? utterance.value(.joints) : nil
  }

  func allows(_ exercise: ExerciseGuide) -> Bool {
    if let equipment, !exercise.equipment.contains(equipment) { return false }
    return joint.map { !exercise.loads.contains($0) } ?? true
  }
}
