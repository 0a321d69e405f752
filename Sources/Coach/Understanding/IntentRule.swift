/// A row of `intents.tsv`, which are tried in their order:
///   intent  argument  pattern  except (phrases of which none may occur)  words (the maximum length of the message)
///
/// A pattern has groups joined by ' & ', each of them phrases joined by ';', of which one must occur. `#` is a number,
/// `#goal` one that is a weight to reach, `@nutritionist` a persona, `%eating` a phrase of a list of `words.tsv`. An
/// intent that begins with '=' is read by code, at this place of the order.
struct IntentRule: Sendable {
  let intent: String
  let argument: String
  private let groups: [Alternatives]
  private let except: Alternatives
  private let maxWords: Int

  private struct Alternatives: Sendable {
    var phrases: Phrases
    var marks: [String]

    init(_ cell: some StringProtocol) {
      let parts = String(cell).items(";")
      marks = parts.filter { $0.hasPrefix("#") || $0.hasPrefix("@") }
      phrases = Phrases(
        parts.filter { [marks] in !marks.contains($0) }
          .flatMap { $0.hasPrefix("%") ? WordList.phrases(of: $0.dropFirst()) : [Phrase($0)] })
    }

    func occur(in utterance: Utterance, _ persona: Persona) -> Bool {
      utterance.has(phrases)
        || marks.contains { mark in
          switch mark {
          case "#": !utterance.numbers.isEmpty
          case "#goal": Figures(utterance, asked: nil).values[.goalWeight] != nil
          default: mark.dropFirst() == persona.rawValue
          }
        }
    }
  }

  static let all: [IntentRule] = CoachTable.intents.rows(5).map(IntentRule.init)

  private init(_ row: [String]) {
    intent = row[0]
    argument = row[1]
    groups = row[2].split(separator: " & ").map(Alternatives.init)
    except = Alternatives(row[3])
    maxWords = Int(row[4]) ?? Utterance.maxWords
  }

  func matches(_ utterance: Utterance, _ persona: Persona) -> Bool {
    utterance.words.count <= maxWords && groups.allSatisfy { $0.occur(in: utterance, persona) }
      && !except.occur(in: utterance, persona)
  }
}
