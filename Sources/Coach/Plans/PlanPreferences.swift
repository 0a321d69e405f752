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

  /// Reads a message about a plan of a kind.
  /// - Parameter isRequest: whether it asks for the plan, so that its days are free: "Monday and Friday". After a plan they
  ///   rather are not: "football on Monday".
  mutating func read(_ utterance: Utterance, kind: String, isRequest: Bool) {
    let options = PlanOption.all.filter { $0.kind == kind }.map { ($0.tag, utterance.preferences($0.phrases)) }
    tags.formUnion(options.filter { $1 == true }.map(\.0))
    refused.formUnion(options.filter { $1 == false }.map(\.0))
    tags.subtract(refused)
    if kind == "wellness" { for time in utterance.clockTimes { times[time.partOfDay] = time.text } }
    let named = utterance.weekdays
    guard !named.isEmpty else { return }
    let isFree = utterance.has(.freeDays) || isRequest && !utterance.has(.busyDays)
    weekdays = isFree ? named : (weekdays ?? Array(1...7)).filter { !named.contains($0) }
  }

  /// The days of the week that are not free for it; nil if none was named.
  var busyDays: [Int]? { weekdays.map { free in (1...7).filter { !free.contains($0) } } }

  /// The free days or the others, whichever are fewer, with the end of the key of their text.
  var weekdaysInShort: (key: String, days: [Int])? {
    guard let weekdays, let busyDays else { return nil }
    return busyDays.count < weekdays.count ? ("busy", busyDays) : ("days", weekdays)
  }

  /// The sentences with which a plan of a kind ends.
  func notes(kind: String) -> [String] {
    PlanOption.all.filter { $0.kind == kind && tags.contains($0.tag) }.prefix(3).map(\.note)
  }
}

/// A preference that plans of a kind can meet: rows of `plan_options.tsv`:
///   kind  tag (of foods, exercises or habits)  phrases (joined by ';')  note
struct PlanOption: Sendable {
  let kind: String
  let tag: String
  let phrases: Phrases
  let note: String

  static let all = CoachTable.planOptions.rows(4).map { row in
    PlanOption(kind: row[0], tag: word(row[1]), phrases: Phrases(row[2]), note: row[3])
  }

  /// The tag of what plans without preferences are made of.
  static let usual: Set = [word("usual")]

  /// Returns a tag as a word that no name has.
  static func word(_ tag: String) -> String { "#" + tag }

  static func isTag(_ word: String) -> Bool { word.hasPrefix("#") }
}

extension Utterance {
  /// Returns whether the message wants what one of the phrases says, or rather not: "no running"; nil without one.
  fileprivate func preferences(_ phrases: Phrases) -> Bool? {
    words.indices.first { !phrases.all(at: $0, in: words).isEmpty }
      .map { !before($0, 2).contains(where: WordList.exclusionTriggers.contains) }
  }
}

extension [String] {
  /// The tags of a cell as words.
  var tags: Set<String> { Set(map(PlanOption.word)) }
}

extension Array {
  /// Returns the elements that have most of the wanted words; none if no element has any.
  func having(most wanted: Set<String>, in words: (Element) -> Set<String>) -> [Element] {
    let counts = map { words($0).intersection(wanted).count }
    guard let most = counts.max(), most > 0 else { return [] }
    return zip(self, counts).filter { $1 == most }.map(\.0)
  }
}
