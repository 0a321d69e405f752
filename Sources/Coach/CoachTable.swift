import CCoach

/// A table of `Sources/Coach/Resources`, which is compiled into the program. A raw value is the name of the file, whose
/// extension is `bin` for the models of classifiers and `tsv` for the others.
enum CoachTable: String, CaseIterable {
  case acts, allergens, examples, exercises, fallbacks, figures, habits, intents, languages, questions, regions, swaps,
    topics, wording, words
  case categoryModel = "category_model"
  case changeModel = "change_model"
  case dangerModel = "danger_model"
  case dietaryConditions = "dietary_conditions"
  case dietaryConflicts = "dietary_conflicts"
  case exerciseGuide = "exercise_guide"
  case planFoods = "plan_foods"
  case planModel = "plan_model"
  case safetyClasses = "safety_classes"
  case safetyIdioms = "safety_idioms"
  case safetyReplies = "safety_replies"
  case safetyRules = "safety_rules"
  case safetySpellings = "safety_spellings"
  case sentenceEncoder = "sentence_encoder"
  case statementModel = "statement_model"
  case vitalLimits = "vital_limits"
  case workoutDoses = "workout_doses"
  case workoutSessions = "workout_sessions"
  case workoutWeeks = "workout_weeks"

  /// The contents of the file.
  var bytes: [UInt8] {
    guard let table = unsafe hearth_coach_table(rawValue) else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: table.pointee.bytes, count: table.pointee.count))
  }
}
