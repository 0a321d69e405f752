import CCoach

/// A table of `Sources/Coach/Resources`, which is compiled into the program. Its file has the same name in snake case; the
/// extension is `bin` for the models of classifiers and `tsv` for the others.
enum CoachTable: String, CaseIterable {
  case acts, allergens, dietaryConditions, dietaryConflicts, examples, exerciseGuide, exercises, fallbacks, figures,
    habits, intents, planFoods, planOptions, questions, regions, swaps, topics, vitalLimits, wording, words,
    workoutDoses, workoutSessions, workoutWeeks
  case safetyClasses, safetyIdioms, safetyReplies, safetyRules, safetySpellings
  case categoryModel, changeModel, dangerModel, planModel, sentenceEncoder, statementModel

  private var file: String { rawValue.reduce("") { $0 + ($1.isUppercase ? "_" : "") + $1.lowercased() } }

  /// The contents of the file.
  var bytes: [UInt8] {
    guard let table = unsafe hearth_coach_table(file) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: table.pointee.bytes, count: table.pointee.count))
  }
}
