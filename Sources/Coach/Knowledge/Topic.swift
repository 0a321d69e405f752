/// General guidance about one subject, with its source. Rows of `topics.tsv`:
///   topic  phrases (joined by ';'; `other>phrase` after the topic `other`)  text  more (may be empty)  source  offer
struct Topic: Sendable, Equatable {
  var name: String
  var phrases: Phrases
  /// The phrases that refer to it after the answer about another topic, by the name of that topic.
  var following: [String: Phrases]
  var text: String
  /// The answer to a request for more; empty if there is none.
  var more: String
  var source: String
  /// The work that is offered after a request for a change; nil for none.
  var offer: Offer?

  static let all: [Topic] = CoachTable.topics.rows(6).map(Topic.init)

  private init(_ row: [String]) {
    let cells = row[1].split(separator: ";")
    let pairs = cells.filter { $0.contains(">") }.map { $0.split(separator: ">") }
    name = row[0]
    phrases = Phrases(cells.filter { !$0.contains(">") }.joined(separator: ";"))
    following = Dictionary(grouping: pairs) { String($0[0]) }.mapValues { pairs in
      Phrases(pairs.compactMap { $0.last }.joined(separator: ";"))
    }
    text = row[2]
    more = row[3]
    source = row[4]
    offer = Offer(rawValue: row[5])
  }

  static func named(_ name: String) -> Topic? { all.first { $0.name == name } }

  /// Returns the topic that a short message after another one refers to.
  static func following(_ last: String, _ utterance: Utterance) -> Topic? {
    // `creatine>when` holds after `creatine-more` as well.
    let names = [last, String(last.prefix { $0 != "-" })]
    return all.first { topic in names.contains { topic.following[$0].map(utterance.has) ?? false } }
  }

  // The topics about plans, to which questions after a plan refer.
  static let mealDose = "mealdose"
  static let exerciseDose = "exercise-dose"
  static let routineDose = "routine-dose"
  static let trainingDose = "trainingdose"

  /// Whether an answer about a topic belongs to a plan.
  static func isOfPlan(_ name: String) -> Bool {
    [mealDose, trainingDose, exerciseDose, routineDose, "routinedose"].contains { name.hasPrefix($0) }
  }

  static let overeating = "overeating"

  /// Returns the topic with the longest phrase that occurs, and that phrase.
  static func find(_ utterance: Utterance) -> (topic: Topic, phrase: Phrase)? {
    utterance.longest(of: all, \.phrases)
  }
}
