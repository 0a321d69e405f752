import TextModels

/// The numbers of a message that are facts about its author. Rows of `figures.tsv`, which are tried in their order:
///   fact (empty: the number is none)  pattern  factors  range  asked (facts)  alone (`number`, `word`)
///
/// A row reads the last numbers of its first part, as many as it has factors (one if the cell is empty). The value is
/// the sum of their products with the factors, in the unit of the part if it is one of weight. A number whose factor is
/// not 0 is read once. A negative age is that of another person. A class of a pattern is a list of `words.tsv`.
struct Figures {
  private struct Row: Sendable {
    var fact: FactName?
    var pattern: Pattern
    var factors: [Double]
    var range: ClosedRange<Double>
    /// The facts of which one must be asked for; empty for any message.
    var asked: [FactName]
    /// The kind, `number` or `word`, of which the message must have no other; empty if it may.
    var alone: String
  }

  private(set) var values: [FactName: Double] = [:]

  init(_ utterance: Utterance, asked: FactName?) {
    guard utterance.words.indices.contains(where: { utterance.number($0) != nil }) else { return }
    let match = PatternMatch(utterance.tokens, Self.elements)
    var used: Set<Int> = []
    for row in Self.rows where Self.applies(row, to: utterance, asked) && match.matches(row.pattern) {
      for place in match.all(row.pattern.parts[0]) {
        let numbers = zip(place.filter { utterance.number($0) != nil }.suffix(row.factors.count), row.factors)
        let unit = place.lazy.compactMap { WordList.weightUnits.factor(utterance.words[$0]) }.first ?? 1
        let value = unit * numbers.reduce(0) { $0 + (utterance.number($1.0) ?? 0) * $1.1 }
        let read = numbers.filter { $0.1 != 0 }.map(\.0)
        guard row.range.contains(value), used.isDisjoint(with: read) else { continue }
        used.formUnion(read)
        if let fact = row.fact, values[fact] == nil { values[fact] = value }
      }
    }
  }

  private static func applies(_ row: Row, to utterance: Utterance, _ asked: FactName?) -> Bool {
    let isAlone = row.alone == "word" ? utterance.words.count == 1 : utterance.numbers.count == 1
    return (row.alone.isEmpty || isAlone) && (row.asked.isEmpty || asked.map(row.asked.contains) ?? false)
  }

  private static let (rows, elements) = {
    var elements = PatternElements(classes: WordList.classes, numberWords: Utterance.numberWords)
    let rows = CoachTable.figures.rows(6).map { row in
      let bounds = row[3].items("-").compactMap { Double($0) }
      return Row(
        fact: FactName(rawValue: row[0]), pattern: Pattern(row[1], &elements),
        factors: row[2].isEmpty ? [1] : row[2].items.compactMap { Double($0) },
        range: bounds.count == 2 ? bounds[0]...bounds[1] : -Double.infinity...Double.infinity,
        asked: row[4].items.compactMap(FactName.init(rawValue:)), alone: row[5])
    }
    return (rows, elements)
  }()
}
