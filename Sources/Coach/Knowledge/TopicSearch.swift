/// Finds the topic that a message is about by its words, where no phrase of a topic occurs in it.
///
/// Each word counts by its rarity: the fewer topics have it, the more it says. Words of phrases count more than those of texts.
enum TopicSearch {
  /// The least share of a message's words, by rarity, that a topic must have.
  private static let leastCoverage = 0.6
  /// The maximum number of words that are read.
  private static let maxWords = 40

  /// - Parameter context: the name of the last topic, whose words help a short question.
  static func find(_ utterance: Utterance, after context: String?) -> Topic? {
    let words = Set(utterance.words.prefix(maxWords).map(stem)).filter { !ordinary.contains($0) && Double($0) == nil }
    guard !words.isEmpty, words.count <= 8 else { return nil }
    var scores: [Int: Double] = [:]
    var whole = 0.0
    for word in words {
      let rarity = rarity(word)
      whole += rarity
      for (topic, weight) in index[word] ?? [:] { scores[topic, default: 0] += rarity * weight }
    }
    if let context, let last = Topic.all.firstIndex(where: { $0.name == context }) { scores[last] = nil }
    guard let best = scores.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), best.value >= leastCoverage * whole
    else {
      return nil
    }
    // One word says too little ("dry", "list"), unless it names the topic.
    let topic = Topic.all[best.key]
    let named = words.filter { (index[$0]?[best.key] ?? 0) >= inPhrase }
    let isName = words.count == 1 && named.contains { stem(String(topic.name.prefix { $0 != "-" })) == $0 }
    return named.count >= 2 || isName ? topic : nil
  }

  private static let inPhrase = 1.0
  private static let inText = 0.4

  private static func rarity(_ word: String) -> Double {
    let count = index[word]?.count ?? 0
    // A word that no topic has counts as the rarest: the message is about something else.
    return rarities[min(count, rarities.count - 1)]
  }

  /// The weight of a word by the number of topics that have it: none, one, two and so on.
  private static let rarities: [Double] = [4, 4, 3.5, 3.1, 2.8, 2.5, 2.3, 2.1, 1.9, 1.7, 1.5, 1.3, 1.1, 1]

  private static let index: [String: [Int: Double]] = {
    var index: [String: [Int: Double]] = [:]
    for (number, topic) in Topic.all.enumerated() {
      let phrases = topic.phrases.flatMap { Utterance($0.replacing("*", with: "").replacing(">", with: " ")).words }
      for word in Utterance(topic.text).words { index[stem(word), default: [:]][number] = inText }
      for word in phrases + Utterance(topic.name).words { index[stem(word), default: [:]][number] = inPhrase }
    }
    return index
  }()

  /// Returns a word without its common endings: "running" and "runs" are "run".
  private static func stem(_ word: String) -> String {
    let singular = FoodPhrase.singular(word)
    for ending in ["ing", "ed", "ly"] where singular.hasSuffix(ending) && singular.utf8.count > ending.utf8.count + 3 {
      let root = String(singular.dropLast(ending.count))
      if let last = root.last, root.dropLast().last == last, !"aeiouls".contains(last) {
        return String(root.dropLast())
      }
      return root.hasSuffix("e") ? String(root.dropLast()) : root
    }
    return singular.utf8.count > 4 && singular.hasSuffix("e") ? String(singular.dropLast()) : singular
  }

  private static let ordinary: Set<String> = Set(
    """
    a an the i im ive id me my mine you your we our it its is are was were be been am do does did dont doesnt didnt have has
    had can cant could should would will to of in on at for from with without and or but not no yes so if then than that this
    these those there here what whats which who why how when where much many more most less any some all about tell me need
    want get got go going make good bad better best ok okay please thanks help just really very too still also only even like
    think know say said one thing things lot every day per week time up out over under after before as by into them they he
    she his her us way let lets some something anything it's help worth really use using work works benefit benefits tips idea
    ideas healthy eat eating food drink
    """.split(whereSeparator: \.isWhitespace).map { stem(String($0)) })
}
