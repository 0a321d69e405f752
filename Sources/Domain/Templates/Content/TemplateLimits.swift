/// The ranges of the members of a template. Lengths are in characters.
enum TemplateLimits {
  static let name = 1...200
  static let description = 0...2000
  /// The maximum number of foods, exercises or habits.
  static let entries = 100
  static let unit = 0...50
  /// The day of a plan of several days.
  static let day = 1...31
  /// Quantities, kilocalories and grams.
  static let amount = 0...1e6
  static let category = 0...50
  static let minutes = 0...1440
  /// The duration of one exercise, which may have a fraction.
  static let durationMinutes = 0...1440.0
  static let sets = 0...100
  static let repetitions = 0...10_000
  static let repetitionText = 0...50
  static let restSeconds = 0...3600
  /// Notes of an exercise, and the reason of a habit.
  static let notes = 0...1000
  static let session = 0...100
  static let focusArea = 1...100
  static let focusAreas = 20
  static let time = 0...50
  static let sleepHours = 0...24.0
}
