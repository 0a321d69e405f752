import HealthModels
import TextModels

/// The character, the days and the times that a plan should have, beside its foods, exercises and figures.
struct PlanPreferences: Codable, Sendable, Equatable {
  /// Words that foods, exercises and habits have beside those of their names: the tags of `plan_options.tsv`.
  var tags: Set<String> = []
  /// The tags that it should not have: "no running".
  var refused: Set<String> = []
  /// The days of the week that are free for it, from 1 (Monday); nil for all.
  var weekdays: [Int]?
  /// The clock time that was named for a part of the day: "9:30 pm" for `evening`.
  var times: [String: String] = [:]
  /// The number of people whom meals are for, each of whom eats their weights.
  var people: Int?
  /// The age of the child whom meals are for, nil for others; whether they have no fat as a food of its own.
  var childAge: Int?
  var isLowFat: Bool?
  /// The sets that each exercise has more than usual, -2...2, and the longest rest or hold in seconds.
  var sets, seconds: Int?
  /// The parts of the day that a routine has habits for, joined by ','; nil for all.
  var parts: String?

  /// Reads a message about a plan of a kind.
  /// - Parameter isRequest: whether it asks for the plan, so that its days are free; after a plan they rather are not.
  mutating func read(_ utterance: Utterance, kind: String, isRequest: Bool) {
    let named = utterance.planOptions.filter { $0.option.kind == kind }
    let wanted = Set(named.filter(\.isWanted).map(\.option.tag))
    let unwanted = Set(named.map(\.option.tag)).subtracting(wanted)
    tags = tags.union(wanted).subtracting(unwanted)
    refused = refused.union(unwanted).subtracting(wanted)
    // "Meals for 3 days" are not for 3.
    people = utterance.value(.people).flatMap(Int.init).flatMap { $0 == utterance.planDays ? nil : $0 } ?? people
    seconds = utterance.planSeconds ?? seconds
    if utterance.has(.lowFat) { isLowFat = true }
    let more = kind == "workout" ? utterance.value(.effort).flatMap(Int.init) ?? 0 : 0
    if more != 0 { sets = min(max((sets ?? 0) + more, -2), 2) }
    if kind == "wellness" {
      times.merge(utterance.clockTimes) { $1 }
      parts = utterance.value(.partsOfDay) ?? parts
    }
    if utterance.weekdays.isEmpty || kind == "meal" { return }
    let moved = utterance.values(.weekday).compactMap(Int.init)
    if moved.count == 2, !isRequest, utterance.has(.moves) {
      weekdays = Weekdays.moved(weekdays, from: moved[0], to: moved[1])
      return
    }
    var (free, busy): (Set<Int>, Set<Int>) = ([], [])
    for clause in utterance.clauses {
      // "Monday, Wednesday and Friday" are free days, of "football on Monday" the day is not.
      let count = clause.weekdays.count
      let isList = clause.words.count <= (count > 1 ? count + 1 : count)
      let isFree = !clause.has(.busyDays) && (isRequest || isList || clause.has(.freeDays))
      if isFree { free.formUnion(clause.weekdays) } else { busy.formUnion(clause.weekdays) }
    }
    weekdays = Weekdays.changed(weekdays, free: free, busy: busy)
  }

  /// Sets the age of a child whom meals are for. Whole nuts and seeds may choke one under five (NHS, Foods to avoid).
  mutating func suit(_ age: Int) {
    childAge = age
    tags.insert(PlanOption.word("kids"))
    if age < 5 { refused.insert(PlanOption.word("hard")) }
  }
}

/// A preference that plans of a kind can meet: rows of `plan_options.tsv`:
///   kind  tag (of foods, exercises or habits)  phrases (joined by ';')  note  "yes" if it is a circumstance that lasts
struct PlanOption: Sendable {
  let kind, tag, note: String
  let phrases: Phrases
  let lasts: Bool

  static let all = CoachTable.planOptions.rows(5).map { row in
    PlanOption(kind: row[0], tag: word(row[1]), note: row[3], phrases: Phrases(row[2]), lasts: row[4] == "yes")
  }
  static let byPhrase = PhraseTable(all.flatMap { option in option.phrases.all.map { ($0, option) } })

  static let lasting = Set(all.filter(\.lasts).map(\.tag))
  /// The tag of what plans without preferences are made of.
  static let usual: Set = [word("usual")]

  /// Returns a tag as a word that no name has.
  static func word(_ tag: String) -> String { "#" + tag }

  static func words(_ cell: String) -> Set<String> { Set(cell.items.map(word)) }
  static func isTag(_ word: String) -> Bool { word.hasPrefix("#") }
}

extension Utterance {
  /// The options that the message names, which it may not want: "no running".
  var planOptions: [(option: PlanOption, isWanted: Bool)] {
    words.indices.flatMap { index in
      let isWanted = !WordList.exclusionTriggers.phrases.occur(in: Array(before(index, 2)))
      return PlanOption.byPhrase.all(at: index, in: words).map { ($0.value, isWanted) }
    }
  }
}
