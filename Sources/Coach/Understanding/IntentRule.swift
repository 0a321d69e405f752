import TextModels

/// A row of `intents.tsv`, which are tried in their order:
///   intent  argument  pattern  except (a pattern that must not occur)  words (the maximum length of the message)
///
/// A class of a pattern is a list of `words.tsv`. An intent that begins with '=' is read by code, at this place of the
/// order. The intent `skipTo` continues at the next row of the intent that is its argument, or ends without one.
struct IntentRule: Sendable {
  let intent, argument: String
  private let pattern, except: Pattern
  private let maxWords: Int

  static let (all, elements) = {
    var elements = PatternElements(classes: WordList.classes, numberWords: Utterance.numberWords)
    let rules = CoachTable.intents.rows(5).map { row in
      IntentRule(
        intent: row[0], argument: row[1], pattern: Pattern(row[2], &elements), except: Pattern(row[3], &elements),
        maxWords: Int(row[4]) ?? Utterance.maxWords)
    }
    return (rules, elements)
  }()

  func matches(_ match: PatternMatch) -> Bool {
    match.words.count <= maxWords && match.matches(pattern) && (except.parts.isEmpty || !match.matches(except))
  }
}
