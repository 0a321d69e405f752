import CCoach
import TextModels

/// A table of `Sources/Coach/Resources`, which is compiled into the program. Its file has the same name in snake case; the
/// extension is `bin` for the models of classifiers. The others are `tsv`: UTF-8, one header line, columns separated by tabs.
enum CoachTable: String, CaseIterable {
  case acts, allergens, childEnergy, dietaryConditions, dietaryConflicts, examples, exerciseGuide, exercises, fallbacks,
    figures, habits, intents, planFoods, planOptions, questions, regions, swaps, topics, vitalLimits, wording, words,
    workoutDoses, workoutSessions, workoutWeeks
  case firstAid, firstAidSigns, safetyClasses, safetyIdioms, safetyReplies, safetyRules, safetySpellings
  case categoryModel, dangerModel, planModel, remarkModel, sentenceEncoder, statementModel

  private var file: String { rawValue.reduce("") { $0 + ($1.isUppercase ? "_" : "") + $1.lowercased() } }

  var bytes: [UInt8] {
    guard let table = unsafe hearth_coach_table(file) else { return [] }
    return unsafe ZlibData.table(UnsafeBufferPointer(start: table.pointee.bytes, count: table.pointee.count))
  }

  /// Returns the rows with exactly `columns` columns. Tests check that no row is dropped.
  func rows(_ columns: Int) -> [[String]] { TableRows.belowHeader(bytes).filter { $0.count == columns } }

  /// The second column by the first one, for tables of two columns.
  var values: [String: String] { Dictionary(rows(2).map { ($0[0], $0[1]) }) { first, _ in first } }
}
