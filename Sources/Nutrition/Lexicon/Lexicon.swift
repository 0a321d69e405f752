/// The words of a meal description in English, by their role in `Resources/languages/en/words.tsv`.
enum Lexicon {
  /// Whether the word is narration ("for breakfast I had ..."), which is dropped without a note.
  static func isNarration(_ word: String) -> Bool { narration.contains(word) }

  /// Whether the narration also names where food was prepared, which some names have ("school pizza").
  static func isOrigin(_ word: String) -> Bool { origins.contains(word) }

  /// Whether the word describes a food without changing which one is meant ("grilled", "fresh").
  static func isDescriptor(_ word: String) -> Bool { descriptors.contains(word) }

  /// Whether the word makes a modifier of the name before it ("butter-flavored", "snack-size").
  static func formsModifier(_ word: String) -> Bool { modifierEndings.contains(word) }

  /// Whether the word names a group of foods rather than one ("fruit: apple, banana").
  static func isFoodGroup(_ word: String) -> Bool { foodGroups.contains(word) }

  /// Whether the word names a meal or a time of the day, or another time.
  static func isTime(_ word: String) -> Bool { times.contains(word) }

  /// Whether the noun is counted but no food ("after 3 hours").
  static func isNonFood(_ word: String) -> Bool { nonFoods.contains(word) }

  /// Whether the participle is a cooking method, which stays a word of the food ("an egg fried with butter").
  static func isCookingParticiple(_ word: String) -> Bool { cookingMethods.contains(word) }

  /// Whether the word belongs to the grammar of a description: narration, numbers, units and connectors.
  static func isFunctionWord(_ word: String) -> Bool { functionWords.contains(word) }

  /// Whether dishes with this head noun are named after their ingredients. "Curry" is not one: "rice and chicken curry"
  /// are two foods.
  static func isDishHead(_ stem: String) -> Bool { dishHeads.contains(stem) }

  /// Whether the words are the name of a kind of foods, as packages have them after the brand ("breakfast cereal").
  static func isKind(_ words: some Sequence<SegmentWord>) -> Bool {
    kinds.contains(words.filter { !isDescriptor($0.text) }.map(\.stem).joined(separator: " "))
  }

  /// Whether the words name the bread of a sandwich and nothing else: "on rye", "on toasted whole wheat bread".
  ///
  /// - Parameter isLoaf: whether it must be sliced bread, and not toast or a roll.
  static func areBread(_ words: [SegmentWord], isLoaf: Bool = false) -> Bool {
    (1...6).contains(words.count) && !(isLoaf && words.contains { otherBread.contains($0.text) })
      && words.contains { bread.contains($0.text) }
      && words.allSatisfy { bread.contains($0.text) || isNarration($0.text) || isDescriptor($0.text) }
  }

  private static let functionWords = narration.union(descriptors).union(ConnectorReader.firstWords)
    .union(AmountReader.firstWords).union(UnitLexicon.spellings.keys)

  private static let narration = words("narration")
  private static let origins = words("origin")
  private static let descriptors = words("descriptor")
  private static let modifierEndings = words("modifier")
  private static let foodGroups = words("group")
  private static let times = words("time")
  private static let nonFoods = words("nonfood")
  private static let cookingMethods = words("cooking")
  private static let dishHeads = Set(words("head").map(Stemmer.stem))
  private static let kinds = Set(
    words("kind").map { $0.split(separator: " ").map { Stemmer.stem(String($0)) }.joined(separator: " ") })
  private static let bread = words("bread").union(otherBread)
  private static let otherBread = words("roll")

  /// The words with a role. "_" is a space inside a phrase.
  static func words(_ role: String) -> Set<String> { Set(rows[role, default: []].joined().joined()) }

  /// The roles that begin with a prefix.
  static func roles(withPrefix prefix: String) -> [String] { rows.keys.filter { $0.hasPrefix(prefix) } }

  /// The key in the first column by the words of the second one.
  static func keys(_ role: String) -> [String: String] {
    table(role).reduce(into: [:]) { keys, row in for word in row[1] { keys[word] = row[0][0] } }
  }

  /// The rows with a role, as lists of the words of each column.
  static func table(_ role: String) -> [[[String]]] { rows[role, default: []] }

  private static let rows = Dictionary(
    grouping: LanguageFiles.rows("words", of: "en").map { row in
      row.map { $0.split(separator: " ").map { String($0.replacing("_", with: " ")) } }
    }, by: { $0[0][0] }
  ).mapValues { $0.map { Array($0.dropFirst()) } }
}
