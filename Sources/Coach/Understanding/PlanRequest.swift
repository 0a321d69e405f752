import TextModels

/// The score of a request for a plan, or for a change of the one at hand, with its kind (decision 0060).
package struct PlanRequest {
  /// Learned from messages of conversations; nil only if its table is broken, which a test excludes.
  static let classifier = TextClassifier(CoachTable.planModel.bytes)
  /// The margins from which a message asks for a plan, by what a rule takes it for: a request, exactly another, a remark.
  static let least: (ofRule: Float, besideExactRule: Float, besideRemark: Float, otherwise: Float) = (-2, 3.4, 0, -0.95)
  /// The addition to the kind that a rule reads; the share of the words alone in the choice of the kind ("and the gym side");
  /// and what each further clause takes from the margin of one: of many, one resembles a request by chance.
  private static let (advantageOfRule, shareOfWords, costOfClause): (Float, Float, Float) = (1.5, 0.5, 1)
  /// The addition to the least margin of a message that neither asks nor orders, where no plan is at hand.
  static let costOfStatement: Float = 0.5
  /// The margin from which sad words do not keep a message from being about the plan at hand.
  static let plain: Float = 1
  /// The score over no request.
  let margin: Float
  private let kinds: [String: Float]

  /// Returns what is known of a message besides its words: the persona, and the kind of the plan at hand with whether the
  /// last answer made or changed it, or whether the message is the first one.
  package static func circumstances(_ persona: Persona, planned: String?, isLast: Bool, isFirst: Bool) -> [String] {
    [planned.map { isLast ? $0 + "+" : $0 } ?? (isFirst ? "first" : "talk"), persona.rawValue]
  }

  /// Reads the message, and each of its longer clauses: it may be about much else.
  init(_ utterance: Utterance, _ circumstances: [String]) {
    let clauses = Dictionary(grouping: utterance.tokens, by: \.clause).values.filter { $0.count > 5 }
    let cost = Self.costOfClause * Float(max(0, clauses.count - 1))
    func read(_ words: [String], _ cost: Float) -> (words: [String], scores: [String: Float], margin: Float) {
      let scores = Self.classifier?.scores(words, circumstances: circumstances) ?? [:]
      return (words, scores, (scores.values.max() ?? -.infinity) - cost)
    }
    let parts = clauses.map { read($0.map(\.text) + utterance.marks, cost) }
    let best = parts.reduce(read(utterance.wordsAndMarks, 0)) { $1.margin > $0.margin ? $1 : $0 }
    let ofWords = Self.classifier?.scores(best.words) ?? [:]
    (margin, kinds) = (best.margin, best.scores.merging(ofWords) { $0 + Self.shareOfWords * $1 })
  }

  /// Returns the likeliest kind of plan, beside the one that a rule reads; nil only if the table is broken.
  func kind(ofRule rule: String? = nil) -> String? {
    var kinds = kinds
    if let rule { kinds[rule]? += Self.advantageOfRule }
    return kinds.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }
}

extension Utterance {
  /// The question mark, if the message has one, as a word.
  fileprivate var marks: [String] { text.contains("?") ? ["?"] : [] }
  /// The words that the features of the classifiers of requests and remarks are made of.
  package var wordsAndMarks: [String] { words + marks }
}
