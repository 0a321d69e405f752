import Bytes
import HealthModels
import Nutrition

/// The meals of one user over three months, parsed by the embedded parser.
///
/// The meals of a date depend on the user and the date alone: a later seed has the same ones for the days that both have.
struct DemoDiary: Sendable {
  struct Meal: Sendable {
    var text: String
    var type: String
    var loggedAt: Timestamp
    var parse: MealParse
  }

  /// The number of days, today included.
  static let days = 92

  /// A meal of the day: the earliest time, the minutes within which it is eaten, and how often it is logged.
  private static let slots: [(type: String, minute: Int, spread: Int, probability: Double)] = [
    ("breakfast", 6 * 60 + 30, 90, 0.92), ("lunch", 11 * 60 + 45, 75, 0.9), ("snack", 15 * 60, 120, 0.65),
    ("dinner", 18 * 60 + 15, 105, 0.93),
  ]

  /// In the order of their times.
  let meals: [Meal]

  /// - Parameters:
  ///   - now: later meals of today are not logged yet.
  ///   - parse: parses a text.
  init(_ person: DemoScript.Person, unparsed: [String], until now: Timestamp, parse: (String) -> MealParse) {
    let today = now.seconds / 86_400
    var meals: [Meal] = []
    for day in (today - Int64(Self.days) + 1)...today {
      var generator = SeededGenerator("meals of " + person.username, day)
      for slot in Self.slots {
        let isLogged = generator.happens(slot.probability)
        let minute = slot.minute + generator.number(in: 0...slot.spread)
        let second = generator.number(in: 0...59)
        var text = Self.sentence(generator.element(of: person.meals[slot.type] ?? []), &generator)
        if generator.happens(0.006) { text = generator.element(of: unparsed) }
        let time = Timestamp(seconds: day * 86_400 + Int64(minute * 60 + second))
        guard isLogged, time <= now, !text.isEmpty else { continue }
        meals.append(Meal(text: text, type: slot.type, loggedAt: time, parse: parse(text)))
      }
    }
    self.meals = meals
  }

  /// Chooses an alternative for each `{a|b}`.
  static func sentence(_ pattern: String, _ generator: inout SeededGenerator) -> String {
    var text = ""
    var rest = pattern[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let choices = rest[rest.index(after: open)..<close].split(separator: "|", omittingEmptySubsequences: false)
      text += rest[..<open] + generator.element(of: choices.map(String.init))
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }

  /// The diary as the coach sees it at a time: the seven days up to it.
  func diary(at now: Timestamp) -> FoodDiary {
    let first = Timestamp(seconds: (now.seconds / 86_400 - 6) * 86_400)
    var days: [FoodDiary.Day] = []
    var recent: [FoodDiary.Meal] = []
    for meal in meals where meal.loggedAt >= first && meal.loggedAt <= now {
      guard case .items(let items) = meal.parse else { continue }
      let total = items.reduce(Nutrients.zero) { $0 + $1.nutrients }
      let date = meal.loggedAt.date
      if days.last?.date == date {
        days[days.count - 1].meals += 1
        days[days.count - 1].nutrients = days[days.count - 1].nutrients + total
      } else {
        days.append(.init(date: date, meals: 1, nutrients: total))
      }
      recent.append(.init(date: date, type: meal.type, foods: items.map(\.name), nutrients: total))
    }
    return FoodDiary(
      today: now.date, yesterday: now.advanced(by: .seconds(-86_400)).date, days: days,
      meals: recent.suffix(10).reversed())
  }
}
