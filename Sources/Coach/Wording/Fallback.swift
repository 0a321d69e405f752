import TextModels

/// The answer to a message that the coach cannot answer: honest, by persona, with three questions close to what was said.
///
/// Rows of `fallbacks.tsv`: persona (`*`: any)  text with `{}`; of `examples.tsv`: personas  keywords  question.
enum Fallback {
  private static let named = 3
  /// - Parameter number: how many such answers the consultation had, so that no sentence occurs twice.
  static func text(_ utterance: Utterance, _ persona: Persona, number: Int) -> String {
    let texts = texts.filter { $0.persona == nil || $0.persona == persona }
    let text = texts[number % texts.count].text
    return text.replacing("{}", with: TextFormat.list(examples(utterance, persona, skipping: number), "or"))
  }

  private static func examples(_ utterance: Utterance, _ persona: Persona, skipping: Int) -> [String] {
    let own = examples.filter { $0.personas.contains(persona) }
    let scores = own.map { example in example.keywords.count { utterance.has($0) || utterance.has($0 + "s") } }
    let near = own.indices.filter { scores[$0] > 0 }.sorted { (scores[$1], $0) < (scores[$0], $1) }
    let others = own.indices.map { ($0 * 3 + skipping * 2) % own.count }
    return (near.prefix(named) + others).distinct.prefix(named).map { own[$0].text }
  }

  private static let texts = CoachTable.fallbacks.rows(2).map { row in
    (persona: Persona(rawValue: row[0]), text: row[1])
  }

  private static let examples = CoachTable.examples.rows(3).map { row in
    (personas: row[0].items.compactMap(Persona.init(rawValue:)), keywords: row[1].items(";"), text: row[2])
  }
}
