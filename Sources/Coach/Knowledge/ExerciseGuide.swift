import HealthModels
import TextModels

/// An exercise that users ask about by name. Rows of `exercise_guide.tsv`:
///   exercise  names (joined by ';')  areas  equipment  loads (joints, each joined by ',')  muscles  how  easier  harder
struct ExerciseGuide: Sendable {
  var name: String
  var names: Phrases
  var areas: Set<String>
  var equipment: Set<WorkoutPlan.Equipment>
  /// The joints that it loads, so that it is no alternative when they hurt.
  var loads: Set<String>
  /// The values of its sentences.
  var texts: [String: String]

  static let all: [ExerciseGuide] = CoachTable.exerciseGuide.rows(9).map { row in
    ExerciseGuide(
      name: row[0], names: Phrases(row[1]), areas: Set(row[2].items),
      equipment: Set(row[3].items.compactMap(WorkoutPlan.Equipment.init(rawValue:))), loads: Set(row[4].items),
      texts: ["name": row[0], "muscles": row[5], "how": row[6], "easier": row[7], "harder": row[8]])
  }

  static let byName = PhraseTable(all.flatMap { guide in guide.names.all.map { ($0, guide) } })
}
