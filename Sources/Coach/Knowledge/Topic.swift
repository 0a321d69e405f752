import TextModels

/// General guidance about one subject, with its source. Rows of `topics.tsv`:
///   topic  phrases (joined by ';')  text  more (may be empty)  source  offer
/// `{kg}` in a text is the weight of the user, `{g:0.83}` are so many grams a kilogram.
struct Topic: Sendable {
  var name: String
  var phrases: Phrases
  var text: String
  /// The answer to a request for more; empty if there is none.
  var more: String
  var source: String
  /// The work that is offered after a request for a change; nil for none.
  var offer: DialogueTask?

  static let all = CoachTable.topics.rows(6).map { row in
    Topic(
      name: row[0], phrases: Phrases(row[1]), text: row[2], more: row[3], source: row[4],
      offer: DialogueTask(rawValue: row[5]))
  }

  /// The sentences without figures of the user in which all of these words stand, in the singular or plural.
  func sentences(naming names: [String]) -> [String] {
    let names = Set(names.map(FoodPhrase.singular))
    let all = (TextFormat.sentences(text) + TextFormat.sentences(more)).filter { !$0.contains("{") }
    return names.isEmpty ? [] : all.filter { names.isSubset(of: Utterance($0).words.map(FoodPhrase.singular)) }
  }

  static func named(_ name: String) -> Topic? { all.first { $0.name == name } }

  static let byPhrase = PhraseTable(all.flatMap { topic in topic.phrases.all.map { ($0, topic) } })
}
