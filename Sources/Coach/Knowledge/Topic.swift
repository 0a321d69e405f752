/// General guidance about one subject, with its source. Rows of `topics.tsv`:
///   topic  phrases (joined by ';', as `Utterance.has` takes them; `topic>phrase` after another topic)  text  more (may be empty)  source  offer
struct Topic: Sendable, Equatable {
  var name: String
  var phrases: [String]
  var text: String
  /// The answer to a request for more; empty if there is none.
  var more: String
  var source: String
  /// The work that is offered after a request for a change; nil for none.
  var offer: Offer?

  static let all: [Topic] = TabSeparated.rows(PackageResources.topics_tsv, columns: 6).map { row in
    Topic(
      name: row[0], phrases: row[1].split(separator: ";").map(String.init), text: row[2], more: row[3], source: row[4],
      offer: Offer(rawValue: row[5]))
  }

  static func named(_ name: String) -> Topic? { all.first { $0.name == name } }

  /// Returns the topic that a short message after another one refers to: a row whose phrase names the earlier topic and words
  /// of the message, `creatine>when`.
  static func following(_ last: String, _ utterance: Utterance) -> Topic? {
    all.first { topic in
      topic.phrases.contains { phrase in
        let parts = phrase.split(separator: ">")
        return parts.count == 2 && parts[0] == last && utterance.has(String(parts[1]))
      }
    }
  }

  /// The name of the topic about having eaten more than intended.
  static let overeating = "overeating"

  /// Returns the topic with the longest phrase that occurs, and that phrase.
  static func find(_ utterance: Utterance) -> (topic: Topic, phrase: String)? {
    var best: (topic: Topic, phrase: String)?
    for topic in all {
      for phrase in topic.phrases where phrase.utf8.count > best?.phrase.utf8.count ?? 0 {
        if utterance.position(of: phrase) != nil { best = (topic, phrase) }
      }
    }
    return best
  }
}
